export const reducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export const links = { opensNewTab: 'se abre en otra pestaña' } as const

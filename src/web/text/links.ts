export const linksText = { opensNewTab: 'se abre en otra pestaña' } as const

/** The part of the page that an address opens: 'operator' of '/operator/'. Empty: the way in. */
export const areaOf = (path: string): string => path.split('/')[1] ?? ''

/**
 * Whether the text has no control characters (PostgreSQL stores no NUL, a name has no line break) and no lone
 * surrogate, which JSON can carry but PostgreSQL cannot store.
 */
export const isPrintable = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text)

/**
 * Whether a database can keep the text and a line of a list can show it: no control characters (PostgreSQL stores no NUL,
 * no name holds a line break) and no half of a surrogate pair, which JSON can write and no database reads back.
 */
export const isPrintable = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text)

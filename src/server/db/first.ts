/** The first row of a statement; null: it has none. */
export const first = async <T>(rows: PromiseLike<T[]>): Promise<T | null> => (await rows)[0] ?? null

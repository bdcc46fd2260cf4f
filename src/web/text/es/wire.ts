/** The server speaks Spanish. */
export const fromServer = (words: string): string | null => words

/** The count in words: '1 entry', '1,000 entries'. */
export const entriesInWords = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`)

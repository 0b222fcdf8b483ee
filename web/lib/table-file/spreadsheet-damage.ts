/** Whether a spreadsheet has rounded a long number, whose last digits are lost: "4.93012E+11". */
export const isRounded = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(cell)

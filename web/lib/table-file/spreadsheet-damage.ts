/** Whether a spreadsheet has rounded a long number, whose last digits are lost: "4.93012E+11". */
export const isRounded = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(cell)

/** What spreadsheets write in place of a value that they cannot calculate, in English, German, French and Spanish. */
const ERRORS = new Set([
  ...['#n/a', '#ref!', '#value!', '#name?', '#null!', '#div/0!', '#num!', '#spill!', '#calc!', '#error!', '#field!'],
  ...['#getting_data', '#nv', '#wert!', '#bezug!', '#zahl!', '#valeur!', '#nom?', '#nombre!'],
  ...['#¡valor!', '#¿nombre?', '#¡ref!', '#¡num!', '#¡div/0!'],
])

/** Whether a cell holds no value but the error of a spreadsheet, or the signs of a column that is too narrow. */
export const isSpreadsheetError = (cell: string): boolean => /^#+$/.test(cell) || ERRORS.has(cell.toLowerCase())

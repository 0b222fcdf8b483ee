/** The day it is for the reader, as a date without a time: '2026-03-04'. Swedes write it like that. */
export const today = () => new Date().toLocaleDateString('sv-SE')

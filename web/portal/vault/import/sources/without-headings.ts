import type { Table } from './source.ts'

/** The rows of a table without headings: the first line is a row too. */
export const withoutHeadings = ({ headings, rows }: Table): Table['rows'] => [{ number: 1, cells: headings }, ...rows]

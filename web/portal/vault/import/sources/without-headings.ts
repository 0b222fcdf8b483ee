import type { Table } from './source.ts'

/** The rows of a table whose first row is one of them, too. */
export const withoutHeadings = ({ headings, rows }: Table): Table['rows'] => [{ number: 1, cells: headings }, ...rows]

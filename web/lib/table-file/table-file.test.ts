import { describe, expect, it } from 'vitest'
import { csvText } from '../csv-text.ts'
import { parseTable, type TableOptions } from './table-file.ts'

const table = (text: string, options: Partial<TableOptions> = {}) =>
  parseTable('old.csv', text, { mostRows: 5000, ...options })
const cellsOf = (text: string) => {
  const { headings, rows } = table(text)
  return [headings, ...rows.map(({ cells }) => cells)]
}
const refusal = (text: string) => {
  try {
    table(text)
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const text = 'Name,Größe\nAna,5 €\n'

describe('[lists.md#files] a table is read', () => {
  it.each<[string, string]>([
    ['with semicolons', text.replaceAll(',', ';')],
    ['with tabs', text.replaceAll(',', '\t')],
    ['with bars', text.replaceAll(',', '|')],
    ['with the line ends of old Macs', text.replaceAll('\n', '\r')],
    ['with line ends of two kinds', 'Name,Größe\r\nAna,5 €\n'],
    ['with a line for Excel', `sep=;\r\n${text.replaceAll(',', ';')}`],
    ['with a line for Excel in quotation marks', `"sep=;"\r\n${text.replaceAll(',', ';')}`],
    ['with empty rows and cells', `Name,Größe,\n\n,,\nAna,5 €,\n,\n`],
    ['with marks that nobody sees', `Name,Größe\n\u202AAna\u202C,5 €\u200B\n`],
  ])('%s', (_how, file) => {
    expect(cellsOf(file)).toEqual([
      ['Name', 'Größe'],
      ['Ana', '5 €'],
    ])
  })

  it('with line breaks and quotation marks within cells, and counts rows as a spreadsheet does', () => {
    const { rows } = table('Name,Note\r\n"Ana ""A"" Reyes","first\r\nsecond"\r\n\r\nBen,"a, b"\r\n')
    expect(rows).toEqual([
      { number: 2, cells: ['Ana "A" Reyes', 'first\nsecond'] },
      { number: 4, cells: ['Ben', 'a, b'] },
    ])
  })

  it('with blanks before the quotation marks, and leaves those within the cells', () => {
    const rows =
      '"Ana", "a@b.test", "Bay, Sons"\n"Ben", "b@b.test", "A ""B"", ""C"", ""D"""\n"Cleo",  "", "two\n, ""lines"""\n'
    const read = [
      ['Name', 'Email', 'Company'],
      ['Ana', 'a@b.test', 'Bay, Sons'],
      ['Ben', 'b@b.test', 'A "B", "C", "D"'],
      ['Cleo', '', 'two\n, "lines"'],
    ]
    expect(cellsOf(`Name, Email, Company\n${rows}`)).toEqual(read)
    expect(cellsOf(`"Name", "Email", "Company"\n${rows}`)).toEqual(read)
  })

  it('with blanks before quotation marks that are part of an unquoted cell', () => {
    expect(cellsOf('Name,Email,Note\nAna,a@b.test, "A" or "B"\nBen,b@b.test,c\n')[1]).toEqual([
      'Ana',
      'a@b.test',
      '"A" or "B"',
    ])
  })

  it('in no time where a cell has many blanks', () => {
    const blanks = ' '.repeat(100_000)
    expect(cellsOf(`Name,Note\nAna,a${blanks}b${blanks}\n`)[1]).toEqual(['Ana', `a${blanks}b`])
  })

  it('without the signs by which programs keep Excel from dropping zeros', () => {
    expect(cellsOf('Name,Phone,Company\nAna,="0049 30","=""Bay, """"B"""""""\nBen,=A1,="a"&B2\n')).toEqual([
      ['Name', 'Phone', 'Company'],
      ['Ana', '0049 30', 'Bay, "B"'],
      ['Ben', '=A1', '="a"&B2'],
    ])
  })

  it('with semicolons between the cells and commas in them', () => {
    expect(cellsOf('Name;Note\nAna;a, b, c\nBen;d, e, f\n')).toEqual([
      ['Name', 'Note'],
      ['Ana', 'a, b, c'],
      ['Ben', 'd, e, f'],
    ])
  })

  it('as it was when it was exported here', () => {
    const rows = [
      ['Name', 'Phone'],
      ['=SUM(A1)', '+1 555 0100'],
      ["'t Hof", '-'],
      ['="0049"', '1'],
    ]
    expect(cellsOf(csvText(rows))).toEqual(rows)
  })

  it('cell by cell as it stands, where spaces and apostrophes are part of what is meant', () => {
    const { rows } = table("Name,Password\nSite,' =geheim \n", { meaning: (cell) => cell })
    expect(rows).toEqual([{ number: 2, cells: ['Site', "' =geheim "] }])
  })
})

describe('[lists.md#files] what stands around a table is passed over, and told:', () => {
  it.each<[string, string, number[]]>([
    [
      'the notes of LinkedIn',
      'Notes:\n"When exporting your connection data, some addresses are missing, as said here."\n\nFirst Name,Last Name,Email\nAna,Reyes,a@b.test\n',
      [1, 2],
    ],
    [
      'the titles of QuickBooks, and the time of the report',
      'Lantern Bakes,,\nCustomer Contact List,,\n\n,Customer,Email\n,Ana,a@b.test\n,Ben,b@b.test\n\n"Friday, Nov 27, 2026 11:15 AM GMT",,\n',
      [1, 2, 8],
    ],
    [
      'title and dates of Google Ads',
      'Campaign report\n"January 1, 2026 - January 31, 2026"\nCampaign,Status,Cost\nSummer,Enabled,12\n',
      [1, 2],
    ],
    ['a title above semicolons', 'Kundenliste, Stand: heute\n\nName;E-Mail\nAna;a@b.test\nBen;b@b.test\n', [1]],
  ])('%s', (_what, file, numbers) => {
    const { passedOver, rows } = table(file)
    expect(passedOver.map(({ number }) => number)).toEqual(numbers)
    expect(rows[0]?.cells).toContainEqual(expect.stringMatching(/^(Ana|Summer)$/))
  })

  it('headings that somebody looks for are found among lines that look the same', () => {
    const file = 'Export,of,today\nWho,Where,What\nAna,here,this\n'
    const known = (heading: string) => ['Who', 'Where'].includes(heading)
    expect(table(file, { isKnown: known }).headings).toEqual(['Who', 'Where', 'What'])
  })

  it('headings that stand again above each group are no rows', () => {
    const file = 'Board\n\nGroup A\nName,Status,Date\nAna,Done,1\n\nGroup B\nName,Status,Date\nBen,Open,2\n'
    const { rows, passedOver } = table(file)
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Ana', 'Ben'])
    expect(passedOver.map(({ number }) => number)).toEqual([1, 3, 7, 8])
  })

  it('a name alone at the end is a row', () => {
    expect(table('Name,Email,Phone\nAna,a@b.test,1\nBen,,\n').rows).toHaveLength(2)
  })
})

describe('[lists.md#files] a damaged line is named, and the others are read:', () => {
  const numbersOf = (file: string) => {
    const { rows, damaged } = table(file)
    return { rows: rows.map(({ number }) => number), damaged: damaged.map(({ number, problem }) => [number, problem]) }
  }

  it('a quotation mark that is never closed', () => {
    const open = 'A quotation mark is opened here but never closed.'
    expect(numbersOf('Name,Note\nAna,fine\nBen,"never closed\nCleo,fine\n')).toEqual({
      rows: [2, 4],
      damaged: [[3, open]],
    })
    expect(numbersOf('Name,Note\nAna,"fine"\nBen,"never closed\nCleo,"fine"\nDora,"two\nlines"\n')).toEqual({
      rows: [2, 4, 5],
      damaged: [[3, open]],
    })
  })

  it('a quotation mark above headings that are known', () => {
    const { headings, damaged } = table('Our "list\n"of clients\nName,Email\nAna,a@b.test\n', {
      isKnown: (cell) => ['Name', 'Email'].includes(cell),
    })
    expect([headings, damaged.map(({ number }) => number)]).toEqual([['Name', 'Email'], [2]])
  })

  it('more cells than headings', () => {
    expect(numbersOf('Name,Note\nAna,fine\nBen,a,b,c\nCleo,fine\n')).toEqual({
      rows: [2, 4],
      damaged: [[3, 'It has 4 cells, and the headings are 2.']],
    })
  })

  it('a line break without quotation marks', () => {
    const parted = 'A line break splits this row in two. Put the cell with the line break in quotation marks.'
    expect(numbersOf('Name,Note,Email\nAna,fine,a\nBen,first\nsecond,b\nCleo,fine,c\nDora,,d\n')).toEqual({
      rows: [2, 5, 6],
      damaged: [
        [3, parted],
        [4, parted],
      ],
    })
  })

  it('but no row that ends early, and no column that has no heading', () => {
    expect(numbersOf('Name,Note,Email\nAna,fine,a\nBen,first\nCleo,fine\n').damaged).toEqual([])
    expect(table('Name\nAna,fine\nBen,\nCleo,fine\n', { isKnown: (cell) => cell === 'Name' }).headings).toEqual([
      'Name',
      '',
    ])
  })
})

describe('[lists.md#files] a table is refused, and it is said why,', () => {
  it.each<[string, string]>([
    ['', '“old.csv” is empty.'],
    ['\uFEFF\n\n', '“old.csv” is empty.'],
    ['Name,Email\n', '“old.csv” has column headings but no rows.'],
    [
      'Name,"Email,Phone\nAna,a@b.test,1\nBen,b@b.test,2\n',
      'Line 1 of “old.csv”, which should name the columns, opens a quotation mark that is never closed. Close it, and choose the file again.',
    ],
    [
      '"Ana,a@b.test\n"Ben,b@b.test\n',
      'Every line of “old.csv” opens a quotation mark that is never closed. Close them, and choose the file again.',
    ],
    [
      `Name\n${'Ana\n'.repeat(5001)}`,
      '“old.csv” has 5,001 rows. At most 5,000 can be imported at once. Split it into several files.',
    ],
  ])('%#', (file, message) => {
    expect(refusal(file)).toBe(message)
  })
})

import { describe, expect, it } from 'vitest'
import { clientImport } from '../clients/import-clients.ts'
import { projectImport } from '../projects/import-projects.ts'
import { fileOf } from './file-for-tests.ts'
import { newDraft, stylesOf } from './import-draft.ts'
import type { ImportKind, Match, Values } from './import-kind.ts'
import { checkedRows, planRows, rowsToSend } from './import-plan.ts'

const rowsOf = (kind: ImportKind, text: string) => {
  const draft = newDraft(fileOf(text), kind)
  return checkedRows({ kind, table: draft.table, columns: draft.columns, ...stylesOf(draft, kind.fields) })
}
const planOf = (
  kind: ImportKind,
  text: string,
  { matches = [] as Match[], fallback = '', namesakes = [] as number[] } = {},
) => planRows(kind, { rows: rowsOf(kind, text), matches, fallback, namesakes })
const problemsOf = (kind: ImportKind, text: string) =>
  rowsOf(kind, text).flatMap(({ problems }) =>
    problems.map(({ row, column, sentence }) => `${row} ${column}: ${sentence}`),
  )

const there = (values: Values, place = 0): Match => ({
  place,
  recognisedBy: 'the same email address',
  found: { id: 'c1', updated_at: 'then', values: { prospect_status: 'prospect', ...values } },
})

describe('[lists.md#problems] of each row it is said', () => {
  it('what is missing, unknown or too long of a client', () => {
    const text = `Name,E-mail,Website,Status,Industry
,ana@shop.test,,,
Ben,,,,
Cleo,cleo,javascript:alert(1),Lead,Alchemy
${'x'.repeat(201)},dora@shop.test,,,`
    expect(problemsOf(clientImport, text)).toEqual([
      '2 Name: Enter a name.',
      '3 E-mail: Enter an email address.',
      '4 E-mail: Enter an email address, like name@example.com.',
      '4 Website: Enter a web address, like https://example.com.',
      '5 Name: At most 200 characters.',
    ])
  })

  it.each(['4.93012E+11', '4,91711E+11', '4.93012e+11'])(
    'that a spreadsheet has rounded the phone number %s',
    (cell) => {
      expect(problemsOf(clientImport, `Name;Email;Phone\nAna;ana@shop.test;${cell}`)).toEqual([
        `2 Phone: A spreadsheet has rounded “${cell}”. Format the column as text and export it again.`,
      ])
    },
  )

  it('what is wrong about a project', () => {
    const text = `Project,Client,Budget,Start,Due
Website,,1,,
Website,Otto,a lot,,
Website,Otto,-5,soon,
Website,Otto,5,2026-03-04,2026-03-03`
    expect(problemsOf(projectImport, text)).toEqual([
      '2 Client: Enter the name or the email address of a client.',
      '3 Budget: Enter an amount in dollars, like 1250.50.',
      '4 Start: “soon” is no date. Enter it like 2026-03-04.',
      '4 Budget: A budget cannot be negative.',
      '5 Target Completion Date: The target date is before the start date.',
    ])
  })

  it('what cannot be read of a damaged line, and which letters are lost', () => {
    const text = 'Name,Email\nAna,a@shop.test\nBen,b@shop.test,c,d\nJos\uFFFD,j@shop.test\nCleo,c@shop.test'
    expect(problemsOf(clientImport, text)).toEqual([
      '3 Line: It has 4 cells, and the headings are 2.',
      '4 Name: A letter of “Jos\uFFFD” is lost. Type it again.',
    ])
    expect(planOf(clientImport, text).map(({ is }) => is)).toEqual(['new', 'wrong', 'wrong', 'new'])
  })

  it('which client is meant by nobody or by two', () => {
    const problem = { column: 'Client', sentence: 'There is no client “Otto”. Add or import the client first.' }
    const matches = [{ place: 0, recognisedBy: '', found: undefined, problem }]
    expect(planOf(projectImport, 'Project,Client\nWebsite,Otto', { matches })).toEqual([
      { row: 2, title: 'Website', is: 'wrong', problems: [{ row: 2, ...problem }] },
    ])
  })
})

describe('[lists.md#duplicates] a row', () => {
  it('is new, with what the file does not say as in the form', () => {
    const plan = planOf(clientImport, 'First name,Last name,Mail\n Ana , Reyes,ana@shop.test')
    expect(plan).toMatchObject([{ row: 2, title: 'Ana Reyes', is: 'new' }])
    expect(rowsToSend(clientImport, plan, 'skip')).toEqual([
      { name: 'Ana Reyes', email: 'ana@shop.test', prospect_status: 'prospect' },
    ])
  })

  it('that is there already is left as it is, or changed where the file says something else', () => {
    const text = 'Name,Email,Phone,Company\nAna,ANA@shop.test,2,'
    const known = { name: 'Ana', email: 'ana@shop.test', phone: '1', company_name: 'Shop' }
    const plan = planOf(clientImport, text, { matches: [there(known)] })
    expect(plan).toMatchObject([
      {
        is: 'changed',
        recognisedBy: 'the same email address',
        changes: [
          { label: 'Email', before: 'ana@shop.test', after: 'ANA@shop.test' },
          { label: 'Phone', before: '1', after: '2' },
        ],
      },
    ])
    expect(rowsToSend(clientImport, plan, 'skip')).toEqual([])
    expect(rowsToSend(clientImport, plan, 'update')).toEqual([
      { id: 'c1', updated_at: 'then', email: 'ANA@shop.test', phone: '2' },
    ])
  })

  it('of our own export changes nothing', () => {
    const text = 'Name,Company,Email,Phone,Website,Industry,Status,Added,Id\n'
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    const known = { name: 'Ana', email: 'ana@shop.test', phone: '+1 555', company_name: null, industry: 'Retail' }
    const plan = planOf(clientImport, `${text}Ana,,ana@shop.test,'+1 555,,Retail,prospect,2026-03-04,${id}`, {
      matches: [there(known)],
    })
    expect(plan).toMatchObject([{ is: 'same' }])
    expect(rowsToSend(clientImport, plan, 'update')).toEqual([])
  })

  it('that stands in the file twice counts once, by its address or what it is, and a namesake is another one', () => {
    const text =
      'Name,Company,Email\nAna,Shop,ana@a.test\nB,,ANA@a.test\nana,shop,other@a.test\nCleo,,cleo@a.test\nC,,c@a.test'
    const found = there({}).found
    const matches = [3, 4].map((place): Match => ({ place, recognisedBy: 'the same id', found }))
    expect(planOf(clientImport, text, { matches }).map((row) => (row.is === 'twice' ? row.first : row.is))).toEqual([
      'new',
      2,
      'new',
      'changed',
      5,
    ])
  })

  it('of one name in the letters of Windows and of a Mac is one project', () => {
    const text = `Project,Client\nCafé,Otto\n${'Café'.normalize('NFD')},Otto`
    const plan = planOf(projectImport, text, { fallback: 'Maintenance' })
    expect(plan.map((row) => (row.is === 'twice' ? row.first : row.is))).toEqual(['new', 2])
  })

  it('says nothing by “TBD” or “-”, of two values of Google the first, and a name in its order', () => {
    const text =
      'Last Name,First Name,Email,Phone,Company,Status\nReyes,Ana,ana@shop.test ::: a@b.test,n/a,-,Lead\n-,Ben,ben@shop.test,,TBD,Alchemy'
    expect(rowsToSend(clientImport, planOf(clientImport, text), 'skip')).toEqual([
      { name: 'Ana Reyes', email: 'ana@shop.test', prospect_status: 'prospect' },
      { name: 'Ben', email: 'ben@shop.test', prospect_status: 'prospect' },
    ])
    const project = 'Project,Client,Start,Target Date,Budget\nMenu,Otto,TBD,n/a,-\nLogo,Otto,2026-03-04,-,?'
    expect(rowsOf(projectImport, project).map(({ values, problems }) => ({ ...values, problems }))).toEqual([
      { name: 'Menu', client: 'Otto', problems: [] },
      { name: 'Logo', client: 'Otto', start_date: '2026-03-04', problems: [] },
    ])
  })

  it.each(
    ['#DIV/0!', '#ERROR!', '#NV', '#WERT!', '#NOM?', '#¡VALOR!', '#######', '#GETTING_DATA', '#REF!'].map((cell) => [
      cell,
    ]),
  )('says nothing by %s, neither in a text', (cell) => {
    const [client] = rowsOf(clientImport, `Name,Email,Phone,Company\nAna,a@b.test,${cell},${cell}`)
    expect(client).toMatchObject({ values: { name: 'Ana', email: 'a@b.test' }, problems: [] })
    expect(client?.values).not.toHaveProperty('phone')
    expect(client?.values).not.toHaveProperty('company_name')
    const [project] = rowsOf(projectImport, `Project,Client,Description\nMenu,Otto,${cell}`)
    expect(project?.values).toEqual({ name: 'Menu', client: 'Otto' })
  })

  it.each(
    [
      ...['1/1/0001 12:00:00 AM', '0001-01-01T00:00:00', '01.01.0001', '12/30/1899', '30.12.1899', '1899-12-30'],
      ...['30/12/1899 0:00', '12/31/9999', '31.12.9999', '9999-12-31', '9999-12-31 23:59:59'],
    ].map((cell) => [cell]),
  )('says nothing by %s, the empty date of a program', (cell) => {
    const [project] = rowsOf(projectImport, `Project,Client,Start date\nMenu,Otto,${cell}`)
    expect(project).toMatchObject({ values: { name: 'Menu', client: 'Otto' }, problems: [] })
    expect(project?.values).not.toHaveProperty('start_date')
  })

  it('has the lines of a cell in one line where the form has one, of several phone numbers each', () => {
    const client = 'Name,Email,Phone,Company\n"Ann \r\n North",a@b.test,"030 1234567\n0171 5550100","Bay\nGmbH"'
    expect(rowsOf(clientImport, client)[0]?.values).toEqual({
      ...{ name: 'Ann North', email: 'a@b.test', phone: '030 1234567, 0171 5550100', company_name: 'Bay GmbH' },
    })
    const project = 'Project,Client,Description\n"Menu\ncard","Bay\nGmbH","one\ntwo"'
    expect(rowsOf(projectImport, project)[0]?.values).toEqual({
      ...{ name: 'Menu card', client: 'Bay GmbH', description: 'one\ntwo' },
    })
  })

  it('says nothing by the \\N of a database', () => {
    const [client] = rowsOf(clientImport, 'Name,Email,Phone,Company\nAna,a@b.test,\\N,\\N')
    expect(client?.values).toEqual({ name: 'Ana', email: 'a@b.test' })
  })

  it('takes amounts by how the file writes others', () => {
    const budgets = (...cells: string[]) =>
      rowsOf(projectImport, `Project;Client;Budget\n${cells.map((cell) => `Menu;Otto;${cell}`).join('\n')}`).map(
        ({ values }) => values.budget,
      )
    expect(budgets("CHF 1'250.00", 'A$1,250', '1,250 kr', '₹1,25,000', '1250,-', '¥125000', '(5)')).toEqual([
      1250,
      1250,
      1250,
      125_000,
      1250,
      125_000,
      undefined,
    ])
    expect(budgets('1.250', '12,50')).toEqual([1250, 12.5])
  })

  it('of the name of somebody there is another client, unless somebody says that they are one', () => {
    const text = 'Name,Email,Phone\nMaria Garcia,m.garcia@two.test,2'
    const known = { name: 'Maria Garcia', email: 'maria.garcia@one.test', phone: null, company_name: null }
    const matches: Match[] = [{ ...there(known), recognisedBy: 'the same name and company', resembles: 'name' }]
    const two = planOf(clientImport, text, { matches })
    expect(two).toMatchObject([{ is: 'namesake', isOne: false }])
    const added = { name: 'Maria Garcia', email: 'm.garcia@two.test', phone: '2', prospect_status: 'prospect' }
    for (const doubles of ['skip', 'update'] as const) expect(rowsToSend(clientImport, two, doubles)).toEqual([added])
    const one = planOf(clientImport, text, { matches, namesakes: [2] })
    expect(rowsToSend(clientImport, one, 'skip')).toEqual([
      { id: 'c1', updated_at: 'then', email: 'm.garcia@two.test', phone: '2' },
    ])
  })

  it('of a project without a type gets the one that was said for all, or is asked for it', () => {
    const matches = ['a', 'b'].map((client_id, place) => ({
      place,
      recognisedBy: '',
      found: undefined,
      values: { client_id },
    }))
    const text = 'Project,Client,Type\nWebsite,Anna,\nWebsite,Bert,Consultation'
    expect(planOf(projectImport, text, { matches })).toMatchObject([
      {
        is: 'wrong',
        problems: [{ column: 'Project Type', sentence: 'Enter one, or go back and choose one for all of them.' }],
      },
      { is: 'new' },
    ])
    const plan = planOf(projectImport, text, { matches, fallback: 'maintenance' })
    const more = { name: 'Website', status: 'planning', priority: 'medium' }
    expect(rowsToSend(projectImport, plan, 'skip')).toEqual([
      { ...more, client_id: 'a', project_type: 'maintenance' },
      { ...more, client_id: 'b', project_type: 'consultation' },
    ])
  })
})

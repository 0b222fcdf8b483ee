import { describe, expect, it } from 'vitest'
import { textFileOf } from '../../lib/table-file/text-file.ts'
import { clientImport } from '../clients/import-clients.ts'
import { projectImport } from '../projects/import-projects.ts'
import { fileOf } from './file-for-tests.ts'
import { newDraft, stylesOf } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'
import { checkedRows } from './import-plan.ts'
import { valueAdjustments } from './value-adjustments.ts'

/** Reads a file with all guesses accepted. Returns its values, and the problems of the rows that cannot be imported. */
const read = (kind: ImportKind, file: ReturnType<typeof fileOf>) => {
  const draft = newDraft(file, kind)
  const { table, columns } = draft
  return checkedRows({ kind, table, columns, ...stylesOf(draft, kind.fields) }).map(({ values, problems }) =>
    problems.length > 0 ? problems.map(({ sentence }) => sentence) : values,
  )
}
const clients = (text: string) => read(clientImport, fileOf(text))
const projects = (text: string) => read(projectImport, fileOf(text))

describe('[lists.md#columns] clients arrive from', () => {
  it.each([
    [
      'Xero: the contact is the company of its first and last name, not what the law calls it',
      '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,PhoneNumber,FaxNumber,LegalName\nBay & Sons,BAY1,joe@bay.test,Joe,Bay,01482 555010,,Bay Limited\nKell,KEL1,m@kell.test,Moira,Kell,,01482 555012,',
      [
        { name: 'Joe Bay', company_name: 'Bay & Sons', email: 'joe@bay.test', phone: '01482 555010' },
        { name: 'Moira Kell', company_name: 'Kell', email: 'm@kell.test' },
      ],
    ],
    [
      'WooCommerce: both parts of the name',
      'user_id,customer_email,billing_first_name,billing_last_name,billing_company,billing_phone,billing_state\n4,ann@sails.test,Ann,Loh,Lowell Sails,978-555-0121,MA',
      [{ name: 'Ann Loh', company_name: 'Lowell Sails', email: 'ann@sails.test', phone: '978-555-0121' }],
    ],
    [
      'the forms of Facebook: without the "p:" before the number',
      'id\tcreated_time\tplatform\tfull_name\temail\tphone_number\nl:12345\t2026-11-20T08:12:33-05:00\tfb\tTessa Norcross\ttessa@paint.test\tp:+15550107201',
      [{ name: 'Tessa Norcross', email: 'tessa@paint.test', phone: '+15550107201' }],
    ],
    [
      'pandas, which has made decimals of the phone numbers, and lists that mark them as texts',
      "Name,Email,Phone\nAnn,ann@a.test,15551234567.0\nBob,bob@a.test,'0171555010\nCid,cid@a.test,'+49 30 123456",
      [
        { name: 'Ann', email: 'ann@a.test', phone: '15551234567' },
        { name: 'Bob', email: 'bob@a.test', phone: '0171555010' },
        { name: 'Cid', email: 'cid@a.test', phone: '+49 30 123456' },
      ],
    ],
    [
      'LinkedIn: the profile of a person is no website',
      'First Name,Last Name,URL,Email Address,Company,Connected On\nNadia,Ferro,https://www.linkedin.com/in/nadia-0,n@ferro.test,Ferro Cement,04 Mar 2026',
      [{ name: 'Nadia Ferro', email: 'n@ferro.test', company_name: 'Ferro Cement' }],
    ],
    [
      'DOS: of "Kunde" and "Name" the one is the company',
      'KUNDE;NAME;EMAIL\nGärtnerei Süß;Herr Müßig;m@suess.test\n',
      [{ name: 'Herr Müßig', company_name: 'Gärtnerei Süß', email: 'm@suess.test' }],
    ],
  ])('%s', (_program, text, expected) => {
    expect(clients(text)).toEqual(expected)
  })

  it('Excel in Japan, by its own headings and letters', async () => {
    const shiftJis =
      '89ef8ed096bc2c8e8196bc2c8381815b838b83418368838c83582c9364986294d48d862c94f58d6c0d0a974c8cc089ef8ed082dd82c782e889ae2c8db2815896d82094fc8de72c6d6973616b69406d69646f726979612e746573742c30332d353535302d303130312c945c936f82cc955c8ea60d0a'
    const bytes = Uint8Array.from(shiftJis.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    expect(read(clientImport, await textFileOf('clients.csv', bytes))).toEqual([
      { name: '佐々木 美咲', company_name: '有限会社みどり屋', email: 'misaki@midoriya.test', phone: '03-5550-0101' },
    ])
  })

  it('lists of newsletters, whose status of an address is asked about', () => {
    const { columns, unsure } = newDraft(
      fileOf('Name,Email address,Email status,Email permission status\nAnn,ann@sails.test,Active,Express'),
      clientImport,
    )
    expect(unsure).toEqual([columns.indexOf('prospect_status')])
  })

  it('shops that know some of them by their company alone, which is said', () => {
    const text = 'Company,First Name,Last Name,Email\nKell,Moira,Kell,m@kell.test\nBay & Sons,,,info@bay.test'
    expect(clients(text)).toEqual([
      { name: 'Moira Kell', company_name: 'Kell', email: 'm@kell.test' },
      { name: 'Bay & Sons', company_name: 'Bay & Sons', email: 'info@bay.test' },
    ])
    const { table, columns } = newDraft(fileOf(text), clientImport)
    expect(valueAdjustments(table, { columns, fields: clientImport.fields })).toEqual([
      'Client Name is missing in 1 row: the Company Name is used instead.',
    ])
  })
})

describe('[lists.md#files] what stands below a table', () => {
  it('is passed over in a report of Salesforce, with its totals', () => {
    const { table } = newDraft(
      fileOf(
        '"Full Name","Email","Account Name"\n"Maud Ellery","maud@ellery.test","Ellery"\n"Grand Totals (1 record)"\n\n\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."\n"Confidential Information - Do Not Distribute"\n',
      ),
      clientImport,
    )
    expect(table.rows.map(({ number }) => number)).toEqual([2])
    expect(table.passedOver.map(({ number }) => number)).toEqual([3, 6, 7])
  })
})

describe('[lists.md#columns] projects arrive from', () => {
  it.each([
    [
      'Jira: issues are called by what they are about, not all by the project that they belong to',
      'Summary,Issue key,Status,Project name,Priority,Due date,Custom field (Client)\nCheckout texts,AG-1,To Do,Agency,Highest,20/Dec/26 12:00 AM,Norcross\nOld banner,AG-2,Done,Agency,Low,,Dane',
      [
        { name: 'Checkout texts', client: 'Norcross', priority: 'urgent', target_completion_date: '2026-12-20' },
        { name: 'Old banner', client: 'Dane', priority: 'low' },
      ],
    ],
    [
      'Linear: tasks of projects, with moments as a browser writes them',
      'ID,Title,Status,Project,Client,Completed\n1,Texts,Done,Relaunch,Rook,Fri Mar 20 2026 10:11:12 GMT+0000 (GMT)\n2,Banner,Done,Relaunch,Rook,\n3,Flyer,Done,Print,Rook,',
      [{ name: 'Texts', actual_completion_date: '2026-03-20' }, { name: 'Banner' }, { name: 'Flyer' }],
    ],
    [
      'Trello: the text of a card, and no budget of counted check marks',
      'Card ID,Card Name,Card Description,Due Date,Checklist Item Total Count,Client\nc1,Autumn,Posters,2026-10-09T08:00:00.000Z,0,Kantor\nc2,Winter,Ads,,4,Kantor',
      [
        { name: 'Autumn', client: 'Kantor', description: 'Posters', target_completion_date: '2026-10-09' },
        { name: 'Winter', client: 'Kantor', description: 'Ads' },
      ],
    ],
    [
      'Pipedrive in Polish',
      'Szansa sprzedaży - Tytuł;Szansa sprzedaży - Organizacja;Szansa sprzedaży - Wartość;Szansa sprzedaży - Oczekiwana data zamknięcia\nStrona;Łącki Okna;1\u00A0250,50 zł;2026-12-03',
      [{ name: 'Strona', client: 'Łącki Okna', budget: 1250.5, target_completion_date: '2026-12-03' }],
    ],
    [
      'Microsoft Project in German: days with their day of the week, and costs',
      'Nr.;Vorgangsname;Kunde;Anfang;Fällig am;Kosten\n1;Schaufenster;Möhrle;Mit 04.03.26;Fre 20.03.26;1.250,00 €',
      [
        {
          name: 'Schaufenster',
          client: 'Möhrle',
          budget: 1250,
          start_date: '2026-03-04',
          target_completion_date: '2026-03-20',
        },
      ],
    ],
    [
      'Excel in German, with its short names of months',
      'Projekt;Kunde;Fällig\nA;Otto;04. Mrz 26\nB;Otto;12. Apr 26',
      [
        { name: 'A', client: 'Otto', target_completion_date: '2026-03-04' },
        { name: 'B', client: 'Otto', target_completion_date: '2026-04-12' },
      ],
    ],
    [
      'a list where ",-" shows what a comma is',
      'Projekt;Kunde;Budget\nA;Otto;1.250,- €\nB;Otto;12.500 EUR',
      [
        { name: 'A', client: 'Otto', budget: 1250 },
        { name: 'B', client: 'Otto', budget: 12500 },
      ],
    ],
  ])('%s', (_program, text, expected) => {
    expect(projects(text)).toMatchObject(expected)
  })

  it('France, whose words for a status have accents', () => {
    expect(projects('Projet;Client;Statut\nAffiches;Çelik;Terminé')).toEqual([
      { name: 'Affiches', client: 'Çelik', status: 'completed' },
    ])
  })
})

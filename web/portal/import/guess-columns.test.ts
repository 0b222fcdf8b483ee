import { describe, expect, it } from 'vitest'
import { clientImport } from '../clients/import-clients.ts'
import { projectImport } from '../projects/import-projects.ts'
import { headingOf } from './columns.ts'
import { fileOf } from './file-for-tests.ts'
import { newDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'

/** Maps headings to their guessed fields, without columns that are not imported; '?' marks an unsure guess. */
function guess(kind: ImportKind, text: string): Record<string, string> {
  const { table, columns, unsure } = newDraft(fileOf(text), kind)
  return Object.fromEntries(
    columns.flatMap((name, index) =>
      name === '' ? [] : [[headingOf(table, index), unsure.includes(index) ? `${name}?` : name]],
    ),
  )
}
const clients = (text: string) => guess(clientImport, text)
const projects = (text: string) => guess(projectImport, text)

describe('[lists.md#columns] clients are known', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'in an own table',
      'Name,E-Mail,Company,Telephone,URL,Industry,Status,Added\nAna,a@b.test,Shop,+1 555 0100 200,b.test,Retail,active,2026-03-04',
      {
        ...{ Name: 'name', 'E-Mail': 'email', Company: 'company_name', Telephone: 'phone', URL: 'website_url' },
        ...{ Industry: 'industry', Status: 'prospect_status' },
      },
    ],
    [
      'by headings in capitals and with marks',
      'CLIENT NAME:,Client Email,Mobile phone no.,Web site,Sector\nAna,a@b.test,,,',
      {
        ...{ 'CLIENT NAME:': 'name', 'Client Email': 'email', 'Mobile phone no.': 'phone', 'Web site': 'website_url' },
        Sector: 'industry',
      },
    ],
    [
      'by the values of Google, not the labels',
      'First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Website 1 - Label,Website 1 - Value\nAna,,Reyes,,Shop,* myContacts,* Work,a@b.test ::: c@d.test,,,Mobile,+1 (555) 010-1201,Work,https://b.test',
      {
        ...{ 'First Name': 'name', 'Middle Name': 'name', 'Last Name': 'name', 'Organization Name': 'company_name' },
        ...{ 'E-mail 1 - Value': 'email', 'Phone 1 - Value': 'phone', 'Website 1 - Value': 'website_url' },
      },
    ],
    [
      'in the older table of Google',
      'Name,Given Name,Additional Name,Family Name,Yomi Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name,Website 1 - Type,Website 1 - Value\nAna Reyes,Ana,,Reyes,,* Home,a@b.test,Mobile,+1 555 010 1201,,Shop,Profile,http://b.test',
      {
        ...{ Name: 'name', 'E-mail 1 - Value': 'email', 'Phone 1 - Value': 'phone' },
        ...{ 'Organization 1 - Name': 'company_name', 'Website 1 - Value': 'website_url' },
      },
    ],
    [
      'by the phone of Outlook that has numbers in it',
      'First Name,Last Name,Company,Business Phone,Home Phone,Mobile Phone,Company Main Phone,E-mail Address,E-mail Type,E-mail Display Name,Birthday,Priority,Web Page\nAna,Reyes,Shop,+1 555 010 1201,,,,a@b.test,SMTP,Ana Reyes (a@b.test),0/0/00,Normal,https://b.test',
      {
        ...{ 'First Name': 'name', 'Last Name': 'name', Company: 'company_name', 'Business Phone': 'phone' },
        ...{ 'E-mail Address': 'email', 'Web Page': 'website_url' },
      },
    ],
    [
      'in HubSpot, with a lifecycle for a status',
      'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Marketing contact status,Create Date (EST),Associated Company,Associated Company IDs,Industry,Website URL,Lifecycle Stage\n51,Ana,Reyes,a@b.test,+1 555 010 1201,Rae Quill,Open,Marketing contact,2025-11-01 08:00,Shop,90001,COMPUTER_SOFTWARE,https://b.test,Lead',
      {
        ...{ 'First Name': 'name', 'Last Name': 'name', Email: 'email', 'Phone Number': 'phone' },
        ...{ 'Associated Company': 'company_name', Industry: 'industry', 'Website URL': 'website_url' },
        'Lifecycle Stage': 'prospect_status',
      },
    ],
    [
      'in Pipedrive',
      'Person - Name,Person - Organization,Person - Email - Work,Person - Email - Home,Person - Phone - Work,Person - Owner\nAna Reyes,Shop,a@b.test,,+1 555 010 1201,Rae Quill',
      {
        ...{ 'Person - Name': 'name', 'Person - Organization': 'company_name', 'Person - Email - Work': 'email' },
        'Person - Phone - Work': 'phone',
      },
    ],
    [
      'in Zoho and Salesforce',
      'Record Id,Contact Owner.id,Contact Owner,First Name,Last Name,Account Name.id,Account Name,Email,Phone,Lead Source,Email Opt Out\nzcrm_1,zcrm_2,Rae Quill,Ana,Reyes,zcrm_3,Shop,a@b.test,+1 555 010 1201,Web,false',
      { 'First Name': 'name', 'Last Name': 'name', 'Account Name': 'company_name', Email: 'email', Phone: 'phone' },
    ],
    [
      'in Mailchimp, where an address of a computer and a rating are no website',
      'Email Address,First Name,Last Name,Phone Number,MEMBER_RATING,OPTIN_IP,CONFIRM_IP,LATITUDE,LAST_CHANGED\na@b.test,Ana,Reyes,+1 555 010 1201,2,192.0.2.7,192.0.2.7,40.7127,2026-01-01 10:00:00',
      { 'Email Address': 'email', 'First Name': 'name', 'Last Name': 'name', 'Phone Number': 'phone' },
    ],
    [
      'in Stripe, where an amount is no website',
      'id,Description,Email,Name,Created (UTC),Card ID,Currency,Total Spend,Payment Count\ncus_0,,a@b.test,Ana,2026-01-01 10:00,,usd,120.00,1',
      { Email: 'email', Name: 'name' },
    ],
    [
      'in Xero, where the contact is the company',
      '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,PhoneNumber,FaxNumber,Website\nShop Ltd,A1,a@b.test,Ana,Reyes,,+1 555 010 1201,,https://b.test',
      {
        ...{ '*ContactName': 'company_name?', EmailAddress: 'email', FirstName: 'name', LastName: 'name' },
        ...{ PhoneNumber: 'phone', Website: 'website_url' },
      },
    ],
    [
      'in Shopify',
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Phone,Default Address Phone,Total Spent,Tags\n1,Ana,Reyes,a@b.test,yes,Shop,12 Mill Rd,Port Vale,ME,,+1 555 010 1201,120.00,vip',
      {
        ...{ 'First Name': 'name', 'Last Name': 'name', Email: 'email', 'Default Address Company': 'company_name' },
        'Default Address Phone': 'phone',
      },
    ],
    [
      'in QuickBooks, below its titles, with a customer beside the name',
      'Lantern Bakes,,,,\nCustomer Contact List,,,,\n,,,,\n,Customer,Phone Numbers,Email,Full Name\n,Shop Ltd,Phone: +1 555 010 1201,a@b.test,Ana Reyes\n,Firm,Phone: +1 555 010 1202,b@b.test,Ben Vos',
      { Customer: 'company_name', 'Phone Numbers': 'phone', Email: 'email', 'Full Name': 'name' },
    ],
    [
      'in Square, where an amount and a subscription are neither phone nor status',
      "First Name,Last Name,Email Address,Phone Number,Company Name,State,Email Subscription Status,Total Spend\nAna,Reyes,a@b.test,'+15550101201,Shop,ME,subscribed,$120.00",
      {
        ...{ 'First Name': 'name', 'Last Name': 'name', 'Email Address': 'email', 'Phone Number': 'phone' },
        'Company Name': 'company_name',
      },
    ],
    [
      'in German, the family name called the name',
      'Name;Vorname;Firma;Telefon geschäftlich;E-Mail-Adresse;Geburtstag\nGröße;Jörg;Laden;+49 30 1234567;j@g.test;04.03.1980',
      {
        ...{ Name: 'name', Vorname: 'name', Firma: 'company_name', 'Telefon geschäftlich': 'phone' },
        'E-Mail-Adresse': 'email',
      },
    ],
    [
      'in French and in Polish',
      'Prénom;Nom;Société;Téléphone;Adresse e-mail;Site web\nRenée;Dupré;Élan;+33 1 23 45 67 89;r@e.test;www.elan.test',
      {
        ...{ Prénom: 'name', Nom: 'name', Société: 'company_name', Téléphone: 'phone', 'Adresse e-mail': 'email' },
        'Site web': 'website_url',
      },
    ],
    [
      'in Polish',
      'Imię;Nazwisko;Nazwa firmy;Telefon;Adres e-mail;Branża\nŁukasz;Żółć;Piekarnia;+48 22 123 45 67;l@s.test;Retail',
      {
        ...{ Imię: 'name', Nazwisko: 'name', 'Nazwa firmy': 'company_name', Telefon: 'phone', 'Adres e-mail': 'email' },
        Branża: 'industry',
      },
    ],
    [
      'by the phone of a company',
      'Name,Email,Company Phone,Company Website\nAna,a@b.test,+1 555 010 1201,https://b.test',
      {
        ...{ Name: 'name', Email: 'email', 'Company Phone': 'phone', 'Company Website': 'website_url' },
      },
    ],
    [
      'by a name that stands there in full and in parts',
      'First name,Last name,Full name,Email\nAna,Reyes,Ana Reyes,a@b.test',
      {
        ...{ 'Full name': 'name', Email: 'email' },
      },
    ],
    [
      'by a contact person beside the name of the company',
      'Name,Contact Person,Email\nShop,Ana Reyes,a@b.test',
      {
        ...{ Name: 'company_name?', 'Contact Person': 'name?', Email: 'email' },
      },
    ],
    [
      'where a state is no status',
      'Name,Email,Company,Street,City,State,Zip\nAna,a@b.test,Shop,12 Mill Rd,Port Vale,ME,04101',
      {
        ...{ Name: 'name', Email: 'email', Company: 'company_name' },
      },
    ],
    [
      'by what stands there, without headings that say it',
      'X,Y,Id\na@b.test,b.test,3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      {
        ...{ X: 'email', Y: 'website_url', Id: 'id' },
      },
    ],
    ['and not by a day, a rating, a version or a file', 'A,B,C,D,E\n04.03.1980,4.5,1.2.3,logo.png,192.168.0.1', {}],
    ['and not by notes', 'Notes,Créé le,\na,b,c', {}],
  ])('%s', (_how, text, columns) => {
    expect(clients(text)).toEqual(columns)
  })
})

describe('[lists.md#columns] projects are known', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'in an own table',
      'Project,Client,Type,Due,Start,Budget (USD),Owner\nMenu,Shop,Web Development,2026-03-04,2026-03-01,12,Rae',
      {
        ...{ Project: 'name', Client: 'client', Type: 'project_type', Due: 'target_completion_date' },
        ...{ Start: 'start_date', 'Budget (USD)': 'budget' },
      },
    ],
    [
      'in our own export',
      'Project,Client,Agency,Type,Status,Priority,Assigned To,Budget,Start Date,Target Date,Completed,Description\nMenu,Shop,North,Maintenance,Planning,Low,Ana,1.5,2026-03-01,2026-03-04,2026-03-05,x',
      {
        ...{ Project: 'name', Client: 'client', Type: 'project_type', Status: 'status', Priority: 'priority' },
        ...{ Budget: 'budget', 'Start Date': 'start_date', 'Target Date': 'target_completion_date' },
        ...{ Completed: 'actual_completion_date', Description: 'description' },
      },
    ],
    [
      'in HubSpot',
      'Record ID,Deal Name,Deal Stage,Close Date (EST),Deal owner,Amount,Amount in company currency,Pipeline,Deal Type,Associated Company,Associated Contact\n701,Menu site,Appointment scheduled (Sales Pipeline),2026-04-30 17:00,Rae Quill,4200,4200.0,Sales Pipeline,New Business,Shop,Ana (a@b.test)',
      {
        ...{ 'Deal Name': 'name', 'Close Date (EST)': 'target_completion_date', Amount: 'budget' },
        'Associated Company': 'client',
      },
    ],
    [
      'in Pipedrive',
      'Deal - Title,Deal - Organization,Deal - Value,Deal - Currency of Value,Deal - Stage,Deal - Status,Deal - Expected close date\nMenu,Shop,4200,USD,Qualified,Won,2026-04-30',
      {
        ...{
          'Deal - Title': 'name',
          'Deal - Organization': 'client',
          'Deal - Value': 'budget',
          'Deal - Status': 'status',
        },
        'Deal - Expected close date': 'target_completion_date',
      },
    ],
    [
      'in Asana and Trello',
      'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes\n1,2026-01-01,2026-02-01,2026-02-02,Menu,To do,Rae,r@q.test,2026-01-02,2026-03-04,,x',
      {
        ...{ 'Completed At': 'actual_completion_date', Name: 'name', 'Section/Column': 'status' },
        ...{ 'Start Date': 'start_date', 'Due Date': 'target_completion_date', Notes: 'description' },
      },
    ],
    [
      'in Jira',
      'Summary,Issue key,Issue id,Issue Type,Status,Project key,Project name,Priority,Reporter,Created,Due date\nMenu,A-1,1,Task,To Do,A,Website,Highest,Rae,01/Mar/26 9:00 AM,04/Mar/26 10:00 AM',
      { 'Project name': 'name', Status: 'status', Priority: 'priority', 'Due date': 'target_completion_date' },
    ],
  ])('%s', (_how, text, columns) => {
    expect(projects(text)).toEqual(columns)
  })
})

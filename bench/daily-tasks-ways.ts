import type { Person, Target } from './keystroke-level.ts'

/** What each is called in a round of the bench, so that no round finds what another one has done. */
export type Names = {
  client: string
  project: string
  /** The word by which one finds both. */
  word: string
  /** A client that was deleted just now. */
  deleted: string
  leaver: string
  sender: string
  newcomer: string
  /** Ten clients to be. */
  many: readonly string[]
}

type Way = (person: Person, names: Names) => Promise<void>

export type Task = {
  name: string
  who: 'ana@north.test' | 'sol@mainstreet.test'
  /** What was done before it begins. */
  begin?: Way
  /** By what there was before lists became tools. */
  before: Way
  now: Way
}

const navigation = (name: string): Target => ({ css: 'nav[aria-label=Portal] a', name })
const button = (name: string): Target => ({ css: 'button', name })
const toast = (name: string): Target => ({ css: '.toast', name })
const searchBox: Target = { css: 'main input[type=search]' }
const details = (row: string): Target => ({ css: 'main a', name: 'View Details', row })
const files: Target = { css: 'label[for]', name: 'Choose' }

/** Opens a list and narrows it to the one that contains a word: before, the row would move away under the pointer. */
async function search(person: Person, list: 'Clients' | 'Projects' | 'User Management', word: string): Promise<void> {
  await person.click(navigation(list))
  await person.click(searchBox)
  await person.type(word)
  await person.waitFor({ css: 'main h2', name: `${list === 'User Management' ? 'Users' : list} (1)` })
}

/** Says something in the palette, and does what is offered first. */
async function say(person: Person, words: string, offered: string, written = ''): Promise<void> {
  await person.press('k', { ctrl: true })
  await person.type(words)
  if (written !== '') await person.write(written)
  await person.waitFor({ css: '[role=option][aria-selected=true]', name: offered })
  await person.press('Enter')
}

const NOTE = 'They called, and would like the summer menu on the front page by Friday.'
const TITLE = 'The summer menu is live'
const CONTENT = 'Front page and menu show the summer dishes; the photos are attached.'
const report = ['report.pdf', 'application/pdf', '%PDF-1.4 a report'] as const
const addressOf = (name: string) => `hello@${name.toLowerCase().replaceAll(' ', '')}.test`

export const tasks: readonly Task[] = [
  {
    name: 'a status',
    who: 'ana@north.test',
    async before(person, { project, word }) {
      await search(person, 'Projects', word)
      await person.click(details(project))
      await person.click(button('Edit Project'))
      await person.choose({ css: 'select', name: 'Status' }, 'Completed')
      await person.click(button('Save Changes'))
      await person.isTold(toast('Project updated'))
    },
    async now(person, { project, word }) {
      await say(person, `${word} done`, `Mark ${project} Completed`)
      await person.isTold(toast('Project updated'))
    },
  },
  {
    name: 'an assignment',
    who: 'sol@mainstreet.test',
    async before(person, { project, word }) {
      await search(person, 'Projects', word)
      await person.choose({ css: 'select', name: `Assign ${project} to` }, 'Ben Carter')
      await person.isTold(toast('Assignment updated'))
    },
    async now(person, { project, word }) {
      await say(person, `${word} ben`, `Assign ${project} to Ben Carter`)
      await person.isTold(toast('Assignment updated'))
    },
  },
  {
    name: 'a note',
    who: 'ana@north.test',
    async before(person, { client, word }) {
      await search(person, 'Clients', word)
      await person.click(details(client))
      await person.click(button('Add Note'))
      await person.write(NOTE, 'textarea')
      await person.click({ css: '[role=dialog] button[type=submit]' })
      await person.isTold(toast('Note added'))
    },
    async now(person, { client, word }) {
      await say(person, `${word} note: `, `Add a note to ${client}`, NOTE)
      await person.isTold(toast('Note added'))
    },
  },
  {
    name: 'finding a client from anywhere',
    who: 'ana@north.test',
    async before(person, { client, word }) {
      await search(person, 'Clients', word)
      await person.click(details(client))
      await person.waitFor({ css: 'h1', name: client })
    },
    async now(person, { client, word }) {
      await say(person, word, client)
      await person.waitFor({ css: 'h1', name: client })
    },
  },
  {
    name: 'an update with a file',
    who: 'ana@north.test',
    async before(person, { client, project, word }) {
      await search(person, 'Clients', word)
      await person.click(details(client))
      await person.choose({ css: 'form select', name: 'Project' }, project)
      await person.click({ css: 'form input:not([type=file])', name: 'Title' })
      await person.write(TITLE)
      await person.press('Tab')
      await person.write(CONTENT, 'textarea')
      await person.giveFile(files, ...report)
      await person.click(button('Create Update'))
      await person.isTold(toast('Success'))
    },
    async now(person, { project, word }) {
      await say(person, `${word} upd: `, `Write an update on ${project}`, TITLE)
      await person.write(CONTENT, 'textarea')
      await person.giveFile(files, ...report)
      await person.press('Enter', { ctrl: true })
      await person.isTold(toast('Success'))
    },
  },
  {
    name: 'a new colleague',
    who: 'ana@north.test',
    async before(person, { newcomer }) {
      await person.click(navigation('User Management'))
      await person.click(button('Invite'))
      await person.write(addressOf(newcomer), '[type=email]')
      await person.press('Tab')
      await person.write(newcomer)
      await person.press('Enter')
      await person.isTold(toast('Invitation sent'))
    },
    async now(person, { newcomer }) {
      await say(person, 'inv ', `Invite ${newcomer} as staff`, `${addressOf(newcomer)} ${newcomer}`)
      await person.isTold(toast('Invitation sent'))
    },
  },
  {
    name: 'a deactivation',
    who: 'ana@north.test',
    async before(person, { leaver }) {
      await search(person, 'User Management', leaver.toLowerCase())
      await person.click(button(`Deactivate ${leaver}`))
      await person.click({ css: '[role=dialog] button', name: 'Deactivate' })
      await person.isTold(toast('User deactivated'))
    },
    async now(person, { leaver }) {
      await say(person, `dea ${leaver.toLowerCase()}`, `Deactivate ${leaver}`)
      await person.click({ css: '[role=dialog] button', name: 'Deactivate' })
      await person.isTold(toast('User deactivated'))
    },
  },
  {
    name: 'an undo of a deletion',
    who: 'ana@north.test',
    async begin(person, { deleted }) {
      await search(person, 'Clients', deleted.toLowerCase())
      await person.click(button(`Delete ${deleted}`))
      await person.click({ css: '[role=alertdialog] button', name: 'Delete' })
      await person.isTold(toast('Client deleted'))
    },
    async before(person, { deleted }) {
      await person.click(button('Add Client'))
      const fields = [deleted, `${deleted} LLC`, addressOf(deleted), '(555) 010-2233', 'https://www.market-street.test']
      for (const [index, text] of fields.entries()) {
        if (index > 0) await person.press('Tab')
        await person.type(text)
      }
      await person.press('Enter')
      await person.isTold(toast('Client created'))
    },
    async now(person) {
      await person.click(button('Undo'))
      await person.isTold(toast('Brought back'))
    },
  },
  {
    name: 'an import of ten clients',
    who: 'ana@north.test',
    async before(person, { many }) {
      await person.click(navigation('Clients'))
      for (const name of many) {
        await person.click(button('Add Client'))
        await person.type(name)
        await person.press('Tab')
        await person.press('Tab')
        await person.type(addressOf(name), '[type=email]')
        await person.press('Enter')
        await person.isTold(toast('Client created'))
      }
    },
    async now(person, { many }) {
      await person.click(navigation('Clients'))
      await person.click(button('Import'))
      const lines = many.map((name) => `${name},${addressOf(name)}`)
      await person.giveFile(files, 'clients.csv', 'text/csv', ['Client Name,Email', ...lines].join('\r\n'))
      await person.click(button('Preview'))
      await person.click(button('Import 10 Clients'))
      await person.isTold(toast('10 clients imported'))
    },
  },
  {
    name: 'a reply to an enquiry',
    who: 'ana@north.test',
    async before(person, { sender }) {
      await person.click(navigation('Enquiries'))
      await person.click({ css: 'main tbody a', name: sender })
      await person.click({ css: 'a', name: 'Reply by e-mail' })
      await person.click(button('Answered'))
      await person.isTold(toast('Enquiry answered'))
    },
    async now(person, { sender }) {
      await say(person, `rep ${sender.toLowerCase()}`, `Reply to ${sender}`)
      await person.waitFor({ css: 'button:focus', name: 'Answered' })
      await person.press('Enter')
      await person.isTold(toast('Enquiry answered'))
    },
  },
]

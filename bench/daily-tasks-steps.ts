import type { PractisedUser, Target } from './keystroke-level.ts'

/** The names that one round of the bench uses, so that no round finds the rows of another. */
export type Names = {
  client: string
  project: string
  /** A word that both the client and the project contain. */
  word: string
  /** The name of a client that was deleted just now. */
  deleted: string
  leaver: string
  sender: string
  newcomer: string
  /** The names of ten clients to import. */
  many: readonly string[]
}

type Steps = (user: PractisedUser, names: Names) => Promise<void>

export type Task = {
  name: string
  who: 'ana@north.test' | 'sol@mainstreet.test'
  /** Steps that are done before counting begins. */
  begin?: Steps
  run: Steps
}

const navigation = (name: string): Target => ({ css: 'nav[aria-label=Portal] a', name })
const button = (name: string): Target => ({ css: 'button', name })
const toast = (name: string): Target => ({ css: '.toast', name })
const searchBox: Target = { css: 'main input[type=search]' }
const files: Target = { css: 'label[for]', name: 'Choose' }

/** Opens the list of clients and narrows it to the one row that contains a word. */
async function searchClients(user: PractisedUser, word: string): Promise<void> {
  await user.click(navigation('Clients'))
  await user.click(searchBox)
  await user.type(word)
  await user.waitFor({ css: 'main h2', name: 'Clients (1)' })
}

/** Types a command into the palette, and takes its first suggestion. */
async function command(user: PractisedUser, words: string, offered: string, written = ''): Promise<void> {
  await user.press('k', { ctrl: true })
  await user.type(words)
  if (written !== '') await user.write(written)
  await user.waitFor({ css: '[role=option][aria-selected=true]', name: offered })
  await user.press('Enter')
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
    async run(user, { project, word }) {
      await command(user, `${word} done`, `Mark ${project} Completed`)
      await user.isTold(toast('Project updated'))
    },
  },
  {
    name: 'an assignment',
    who: 'sol@mainstreet.test',
    async run(user, { project, word }) {
      await command(user, `assign ${word}`, 'Assign in Projects')
      await user.choose({ css: 'select', name: `Assign ${project} to` }, 'Ben Carter')
      await user.isTold(toast('Assignment updated'))
    },
  },
  {
    name: 'a note',
    who: 'ana@north.test',
    async run(user, { client, word }) {
      await command(user, `${word} note: `, `Add a note to ${client}`, NOTE)
      await user.isTold(toast('Note added'))
    },
  },
  {
    name: 'finding a client from anywhere',
    who: 'ana@north.test',
    async run(user, { client, word }) {
      await command(user, word, client)
      await user.waitFor({ css: 'h1', name: client })
    },
  },
  {
    name: 'an update with a file',
    who: 'ana@north.test',
    async run(user, { project, word }) {
      await command(user, `${word} upd: `, `Write an update on ${project}`, TITLE)
      await user.write(CONTENT, 'textarea')
      await user.giveFile(files, ...report)
      await user.press('Enter', { ctrl: true })
      await user.isTold(toast('Success'))
    },
  },
  {
    name: 'a new colleague',
    who: 'ana@north.test',
    async run(user, { newcomer }) {
      await command(user, 'inv', 'Invite')
      await user.write(addressOf(newcomer), '[role=dialog] input')
      await user.press('Tab')
      await user.write(newcomer, '[role=dialog] input')
      await user.press('Enter')
      await user.isTold(toast('Invitation sent'))
    },
  },
  {
    name: 'a deactivation',
    who: 'ana@north.test',
    async run(user, { leaver }) {
      await command(user, `dea ${leaver.toLowerCase()}`, 'Deactivate in User Management')
      await user.click(button(`Deactivate ${leaver}`))
      await user.click({ css: '[role=dialog] button', name: 'Deactivate' })
      await user.isTold(toast('User deactivated'))
    },
  },
  {
    name: 'an undo of a deletion',
    who: 'ana@north.test',
    async begin(user, { deleted }) {
      await searchClients(user, deleted.toLowerCase())
      await user.click(button(`Delete ${deleted}`))
      await user.click({ css: '[role=alertdialog] button', name: 'Delete' })
      await user.isTold(toast('Client deleted'))
    },
    async run(user) {
      await user.click(button('Undo'))
      await user.isTold(toast('Brought back'))
    },
  },
  {
    name: 'an import of ten clients',
    who: 'ana@north.test',
    async run(user, { many }) {
      await user.click(navigation('Clients'))
      await user.click(button('Import'))
      const lines = many.map((name) => `${name},${addressOf(name)}`)
      await user.giveFile(files, 'clients.csv', 'text/csv', ['Client Name,Email', ...lines].join('\r\n'))
      await user.click(button('Preview'))
      await user.click(button('Import 10 Clients'))
      await user.isTold(toast('10 clients imported'))
    },
  },
  {
    name: 'a reply to an enquiry',
    who: 'ana@north.test',
    async run(user, { sender }) {
      await command(user, `rep ${sender.toLowerCase()}`, `Reply to ${sender}`)
      await user.waitFor({ css: 'button:focus', name: 'Answered' })
      await user.press('Enter')
      await user.isTold(toast('Enquiry answered'))
    },
  },
]

import { bitwarden } from './bitwarden.ts'
import { chrome, firefox, safari } from './browsers.ts'
import { buttercup } from './buttercup.ts'
import { dashlaneFiles, dashlaneNotes } from './dashlane.ts'
import { enpass, enpassWithoutHeadings } from './enpass.ts'
import { keePass, keePassXc } from './keepass.ts'
import { keeper, keeperWithoutHeadings } from './keeper.ts'
import { lastPass } from './lastpass.ts'
import { nordPass } from './nordpass.ts'
import { onePassword, onePasswordByHand } from './one-password.ts'
import { protonPass } from './proton-pass.ts'
import { roboForm } from './roboform.ts'
import { type HeadedSource, plainHeading, type Source, type Table } from './source.ts'
import { zohoVault } from './zoho-vault.ts'

/** Programs with more distinctive headings come first: Chrome's four also occur in the files of others. */
const headed: readonly HeadedSource[] = [
  bitwarden,
  lastPass,
  keePassXc,
  keePass,
  protonPass,
  nordPass,
  ...dashlaneFiles,
  zohoVault,
  buttercup,
  onePassword,
  safari,
  firefox,
  onePasswordByHand,
  chrome,
  dashlaneNotes,
]

/** These programs add a cell or two for each further field, so that their rows have any length. */
const openEnded: readonly Source[] = [roboForm, keeper, enpass]
/** The rows of these programs have any length too, and no headings. */
const withoutHeadings: readonly Source[] = [keeperWithoutHeadings, enpassWithoutHeadings]

const headings = new Set(headed.flatMap((source) => source.headings))

export const isHeadingOfSource = (heading: string) => headings.has(plainHeading(heading))

export const headedSource = (table: Table) => headed.find(({ isMeant }) => isMeant(table))

export const openEndedSource = (table: Table) =>
  [...openEnded, ...(hasHeadings(table) ? [] : withoutHeadings)].find(({ isMeant }) => isMeant(table))

/** Whether a program's headings are in the first lines: people may have written others above them. */
const hasHeadings = (table: Table) =>
  [table.headings, ...table.rows.slice(0, 25).map(({ cells }) => cells)].some(
    (headings) => headedSource({ headings, rows: [] }) !== undefined,
  )

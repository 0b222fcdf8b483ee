/** How to recognise files of other kinds that `textFileOf` does not refuse or knows less about, and where their program exports a CSV file. */
const kinds: readonly { isMeant: (head: string, name: string) => boolean; sentence: string }[] = [
  {
    isMeant: (head) => head.includes('"mainstreet vault export"'),
    sentence: 'This is an export of this vault, which opens in its reader. It cannot be imported.',
  },
  {
    isMeant: (head) => /^\s*\{.*"encrypted":/s.test(head),
    sentence: 'This is a JSON file of Bitwarden. Choose the file format .csv under “Export vault”.',
  },
  {
    isMeant: (head) => /^\s*\{.*"vaults":/s.test(head),
    sentence: 'This is a JSON file of Proton Pass. Choose the file format CSV under Settings, “Export”.',
  },
  {
    isMeant: (head) => /<KeePassFile|<pwlist/i.test(head),
    sentence:
      'This is an XML file of KeePass. Export a CSV file instead: in KeePass under “File”, “Export”, “KeePass CSV (1.x)”; in KeePassXC under “Database”, “Export”, “CSV File”.',
  },
  {
    isMeant: (head) => head.startsWith('\x03\xD9\xA2\x9A'),
    sentence:
      'This is a database of KeePass. Export a CSV file instead: in KeePassXC under “Database”, “Export”, “CSV File”; in KeePass under “File”, “Export”, “KeePass CSV (1.x)”.',
  },
  {
    isMeant: (head, name) => head.startsWith('PK') && /\.1pux$/i.test(name),
    sentence: 'This is a 1PUX file of 1Password. Export a CSV file instead, under “File”, “Export”, file format CSV.',
  },
  {
    isMeant: (head, name) => head.startsWith('PK') && !/\.(xlsx?|ods|numbers)$/i.test(name),
    sentence:
      'This is a ZIP archive. Unpack it and choose the CSV file in it: Dashlane’s is credentials.csv. Proton Pass exports CSV where you choose it as the format.',
  },
  {
    isMeant: (head) => head.startsWith('PK') || head.startsWith('\xD0\xCF\x11\xE0'),
    sentence: 'This is a spreadsheet. Save it as “CSV UTF-8” first, in Excel by “Save As”.',
  },
  {
    isMeant: (head) => head.startsWith('-----BEGIN PGP'),
    sentence: 'This file is encrypted with PGP. Export it again without a passphrase, as CSV.',
  },
  {
    isMeant: (head) => /^\*\*\*[0-9a-f-]{36}\*\*\*/m.test(head) || head.startsWith('%PDF'),
    sentence: 'This is not a CSV file. Choose CSV as the format when you export.',
  },
]

/** The reason why a file cannot be a CSV file, and what to do instead; undefined if it may be one. */
export function otherFile(name: string, bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 2048)).replace(/^\xEF\xBB\xBF/, '')
  return kinds.find(({ isMeant }) => isMeant(head, name))?.sentence
}

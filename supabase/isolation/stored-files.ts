import type { Rights, RowName, Verb } from './rights.ts'
import type { Person, TestAccounts } from './test-accounts.ts'
import type { Agency, TestData } from './test-data.ts'

/** The bucket of the files of updates. */
export const BUCKET = 'client-update-files'

/** A bucket, and the folder in it that belongs to an agency. */
export type BucketFolder = { bucket: string; folderIn: (testData: TestData, agency: Agency) => string }
export const filesOfUpdates: BucketFolder = { bucket: BUCKET, folderIn: ({ work }, agency) => work[agency].update }
export const filesOfChat: BucketFolder = {
  bucket: 'chat-files',
  folderIn: (testData, agency) => `${testData.agencies[agency]}/${crypto.randomUUID()}`,
}

export const agencies: readonly Agency[] = ['north', 'south', 'closed']

export const table = 'id,name\n1,Bread\n'

export const csv = (text = table) => new Blob([text], { type: 'text/csv' })

export const pathIn = (folder: string) => `${folder}/${Date.now()}_${crypto.randomUUID()}.csv`

export async function contentOf({ service }: TestAccounts, path: string, bucket = BUCKET): Promise<string | undefined> {
  const { data } = await service.storage.from(bucket).download(path)
  return data === null ? undefined : data.text()
}

export async function put({ service }: TestAccounts, path: string, bucket = BUCKET): Promise<string> {
  const { error } = await service.storage.from(bucket).upload(path, csv())
  if (error) throw new Error(`The trial's file could not be put there: ${error.message}`)
  return path
}

/** Lets a caller try every verb on files of each agency, and returns what worked. */
export async function tryFiles(caller: Person, testData: TestData, place = filesOfUpdates): Promise<Rights> {
  const worked: Record<Verb, RowName[]> = { select: [], insert: [], update: [], delete: [] }
  for (const verb of verbs) {
    for (const agency of agencies) {
      if (
        await trials[verb](
          caller,
          { bucket: place.bucket, folder: place.folderIn(testData, agency) },
          testData.accounts,
        )
      )
        worked[verb].push(agency)
    }
  }
  return worked
}

const verbs: readonly Verb[] = ['select', 'insert', 'update', 'delete']

type Folder = { bucket: string; folder: string }

/** Trials of each verb on a file in this folder; true if it worked, as the service role verifies. */
const trials: Record<Verb, (caller: Person, at: Folder, accounts: TestAccounts) => Promise<boolean>> = {
  async insert(caller, { bucket, folder }, accounts) {
    const path = pathIn(folder)
    await caller.db.storage.from(bucket).upload(path, csv())
    return (await contentOf(accounts, path, bucket)) !== undefined
  },

  async select(caller, { bucket, folder }, accounts) {
    const path = await put(accounts, pathIn(folder), bucket)
    const name = path.slice(folder.length + 1)
    const files = caller.db.storage.from(bucket)
    const ways = await Promise.all([
      files.download(path).then(async ({ data }) => (await data?.text()) === table),
      files.list(folder, { search: name }).then(({ data }) => data?.some((file) => file.name === name) ?? false),
      files.createSignedUrl(path, 60).then(({ data }) => data?.signedUrl !== undefined),
      // `exists` of the Storage client throws if the token itself is refused.
      files.exists(path).then(
        ({ data }) => data,
        () => false,
      ),
    ])
    // A file must be invisible by every method, or by none.
    if (new Set(ways).size > 1) throw new Error(`Download, list, signed address and existence differ: ${ways}`)
    return ways[0]
  },

  async update(caller, { bucket, folder }, accounts) {
    const [path, other] = [await put(accounts, pathIn(folder), bucket), await put(accounts, pathIn(folder), bucket)]
    const files = caller.db.storage.from(bucket)
    await files.update(path, csv('exchanged'))
    await files.upload(path, csv('exchanged'), { upsert: true })
    await files.move(other, `${other}.moved.csv`)
    return (await contentOf(accounts, path, bucket)) !== table || (await contentOf(accounts, other, bucket)) !== table
  },

  async delete(caller, { bucket, folder }, accounts) {
    const path = await put(accounts, pathIn(folder), bucket)
    await caller.db.storage.from(bucket).remove([path])
    return (await contentOf(accounts, path, bucket)) === undefined
  },
}

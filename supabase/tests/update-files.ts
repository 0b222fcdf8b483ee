import * as files from '../isolation/stored-files.ts'
import { accounts } from './people.ts'

export { agencies, BUCKET, csv, pathIn, table, tryFiles } from '../isolation/stored-files.ts'

export const contentOf = (path: string) => files.contentOf(accounts, path)
export const put = (path: string) => files.put(accounts, path)

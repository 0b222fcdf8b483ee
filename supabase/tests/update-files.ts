import * as files from '../isolation/files.ts'
import { stage } from './people.ts'

export { agencies, BUCKET, csv, pathIn, table, tryFiles } from '../isolation/files.ts'

export const contentOf = (path: string) => files.contentOf(stage, path)
export const put = (path: string) => files.put(stage, path)

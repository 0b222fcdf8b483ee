import { compressFiles } from './compress-files.ts'

/** `compress-assets.ts FOLDER`: compresses the files below the folder, beside the process of the build. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder whose files should be compressed.')
await compressFiles(folder)

/** Why a file cannot be imported, in a sentence for the person who chose it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

/** The reason why a file cannot be imported, for the person who chose it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

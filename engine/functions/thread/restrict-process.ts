/**
 * Restricts `process`, which belongs to the server: `process.exit` ends this thread alone, after the server has been
 * told which function called it; signals, which would reach the server, are ignored.
 */
export function restrictProcess(onExit: () => void): void {
  const exit = process.exit
  process.exit = (code) => {
    onExit()
    return exit(code)
  }
  process.kill = () => {
    throw new Error('A function cannot send signals.')
  }
}

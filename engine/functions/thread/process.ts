/**
 * `process` belongs to the server. Here `process.exit` ends the thread alone, and the server hears first who did it;
 * signals, which would reach the server itself, go nowhere.
 */
export function keepToTheThread(onExit: () => void): void {
  const exit = process.exit
  process.exit = (code) => {
    onExit()
    return exit(code)
  }
  process.kill = () => {
    throw new Error('A function cannot send signals.')
  }
}

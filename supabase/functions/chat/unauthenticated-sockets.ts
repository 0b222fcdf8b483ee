/** Limits the connections per address that have not authenticated yet. */
export function unauthenticatedSockets(mostPerAddress: number) {
  const waiting = new Map<string, number>()

  return {
    /** Counts a connection and returns how to release it; undefined if the address has too many. */
    admit(address: string): (() => void) | undefined {
      const network = networkOf(address)
      const others = waiting.get(network) ?? 0
      if (others >= mostPerAddress) return undefined
      waiting.set(network, others + 1)
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        const left = (waiting.get(network) ?? 1) - 1
        if (left === 0) waiting.delete(network)
        else waiting.set(network, left)
      }
    },
  }
}

/** The /64 network of an IPv6 address, all of which belongs to one subscriber; IPv4 may be mapped into IPv6. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return plain
  const [before = '', behind] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = before.split(':')
  return (behind === undefined ? groups : [...groups, '0', '0', '0', '0']).slice(0, 4).join(':')
}

/** Those who have come and not yet said who they are: until then all that is known of them is their address. */
export function arrivals(mostPerAddress: number) {
  const waiting = new Map<string, number>()

  return {
    /** Returns how to go on from here, in or away; undefined where too many are here from that address. */
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

/** Of IPv6 the network of the first half, all of which is one person's; IPv4 may come dressed as IPv6. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return plain
  const [before = '', behind] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = before.split(':')
  return (behind === undefined ? groups : [...groups, '0', '0', '0', '0']).slice(0, 4).join(':')
}

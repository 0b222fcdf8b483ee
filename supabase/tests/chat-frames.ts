import fc from 'fast-check'

/** Returns chat frames outside the protocol. */
export function malformedFrames(count: number): string[] {
  const kinds = fc.constantFrom('message', 'edit', 'delete', 'typing', 'seen', 'shout', '__proto__')
  const frames = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ type: kinds, content: fc.anything(), metadata: fc.anything(), isTyping: fc.string() }).map((frame) => {
      const text = JSON.stringify({ ...frame, content: [frame.content] }, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      )
      return text
    }),
    fc.constantFrom(
      '{"type":"seen","upTo":-1}',
      '{"type":"seen","upTo":1.5}',
      '{"type":"seen","upTo":9007199254740992}',
      '{"type":"message","content":"\\u0000","messageType":"text","metadata":{}}',
      '{"type":"message","content":"\\ud800","messageType":"text","metadata":{}}',
      '{"type":"message","content":"x","messageType":"text","metadata":{"a":"\\u0000"}}',
      '{"type":"message","content":"x","messageType":"TEXT","metadata":{}}',
      '{"type":"message","content":"x","messageType":"text","metadata":[]}',
      '{"type":"message","content":"x","messageType":"text","metadata":{"files":[]}}',
      '{"type":"message","content":"x","messageType":"text","metadata":{"files":["a/b/c.csv"]}}',
      '{"type":"message","content":"x","messageType":"text","metadata":{"files":[{"path":"a/b/c.csv","size":1}]}}',
      `{"type":"message","content":"x","messageType":"text","metadata":{"clientId":"${'x'.repeat(201)}"}}`,
      `{"type":"message","content":"x","messageType":"text","metadata":{"a":"${'x'.repeat(10_001)}"}}`,
      `{"type":"message","content":"x","messageType":"text","metadata":{"a":"${'é'.repeat(40_000)}"}}`,
    ),
  )
  return fc.sample(frames, count)
}

/** Marks content as an example that is not a client's. */
export const ExampleMark = () => <p className="font-semibold text-signal">An example</p>

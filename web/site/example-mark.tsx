/** Says of something on the page that it is not a client's. */
export const ExampleMark = () => <p className="font-semibold text-signal">An example</p>

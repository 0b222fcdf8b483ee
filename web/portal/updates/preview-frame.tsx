/** Shows a document for a client, as wide as a phone. */
export const PreviewFrame = ({ document }: { document: string }) => (
  <iframe
    title="What the client will see"
    // The frame runs no script; it may load only pictures and fonts of this page.
    sandbox="allow-same-origin"
    srcDoc={document}
    className="h-[70dvh] w-full rounded-control border border-line sm:mx-auto sm:w-[390px]"
  />
)

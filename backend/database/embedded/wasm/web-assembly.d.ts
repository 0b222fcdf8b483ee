/** Node has it, its types don't: what is used of it here. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
}

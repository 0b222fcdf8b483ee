export type Bytes = ArrayBuffer | ArrayBufferView
export type Memory = { readonly buffer: SharedArrayBuffer }
/** A compiled module: PGlite's or an extension's. */
export type Module = object
export type Imports = Record<string, Record<string, unknown>>
export type Instance = { readonly exports: Record<string, unknown> }

type WebAssembly = {
  compile(bytes: Bytes): Promise<Module>
  instantiate(module: Module, imports: Imports): Promise<Instance>
  Module: (new (
    bytes: Bytes,
  ) => Module) & {
    imports(module: Module): { module: string; name: string }[]
    exports(module: Module): { name: string }[]
  }
  Instance: new (module: Module, imports: Imports) => Instance
  Memory: new (wanted: { initial: number; maximum: number; shared: true }) => Memory
  Global: new (kind: { value: 'i32'; mutable: boolean }, value: number) => { value: unknown }
  Table: new (wanted: { element: 'anyfunc'; initial: number; maximum: number }) => object
}

/** Node has this global as browsers do, but its types come only with those of browsers. */
declare const WebAssembly: WebAssembly
export const webAssembly = WebAssembly

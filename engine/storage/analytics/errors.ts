/** A refusal of the catalog, in the shape of the Iceberg REST specification. */
export class IcebergError extends Error {
  readonly type: string
  readonly code: number

  constructor(code: number, type: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.type = type
    this.code = code
  }
}

/** Every refusal that is the catalog's own; clients go by the status, people by the words. */
export const icebergErrors = {
  noWarehouse: (name: string) => new IcebergError(404, 'NoSuchWarehouseException', `Warehouse does not exist: ${name}`),
  noNamespace: (name: string) => new IcebergError(404, 'NoSuchNamespaceException', `Namespace does not exist: ${name}`),
  noTable: (namespace: string, name: string) =>
    new IcebergError(404, 'NoSuchTableException', `Table does not exist: ${namespace}.${name}`),
  namespaceExists: (name: string) =>
    new IcebergError(409, 'AlreadyExistsException', `Namespace already exists: ${name}`),
  tableExists: (namespace: string, name: string) =>
    new IcebergError(409, 'AlreadyExistsException', `Table already exists: ${namespace}.${name}`),
  namespaceNotEmpty: (name: string) =>
    new IcebergError(409, 'NamespaceNotEmptyException', `Namespace is not empty: ${name}`),
  tooMany: (what: string, most: number) =>
    new IcebergError(
      409,
      'IcebergMaximumResourceLimit',
      `The maximum number of this resource (${what}) ${most} is reached`,
    ),
  badRequest: (detail: string) => new IcebergError(400, 'BadRequestException', detail),
  commitFailed: (detail: string) => new IcebergError(409, 'CommitFailedException', detail),
  /** The files that the commit names must stay: it may have worked. */
  commitUnknown: (cause: unknown) =>
    new IcebergError(500, 'CommitStateUnknownException', 'Whether the commit worked is not known', { cause }),
}

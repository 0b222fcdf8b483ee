import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { REQUEST_ID } from './request-ids.ts'

type Options = {
  /** The service answers OPTIONS itself, preflights too, whose headers are set then. */
  answersOptions?: boolean
}

/** A browser's question, ahead of a request of a page of another origin, whether it may send it. */
export const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * Any site may call: what a caller may do is decided by its token, never by its origin (docs/wire/auth.md#transport,
 * docs/wire/rest.md#description).
 */
export const openToAllOrigins = fp<Options>(async function openToAllOrigins(app: FastifyInstance, options) {
  await app.register(cors, {
    preflightContinue: options.answersOptions === true,
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    // The requested headers are allowed as they are: new versions of the client add some.
    exposedHeaders,
    maxAge: 86_400,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  })
})

const exposedHeaders = [
  REQUEST_ID,
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Defer-Length',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Supabase-Api-Version',
  'X-Total-Count',
]

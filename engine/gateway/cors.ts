import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { REQUEST_ID } from './request-ids.ts'

type Options = {
  /** Whether the service answers OPTIONS requests itself, including preflights, whose headers are already set then. */
  answersOptions?: boolean
}

/** Whether a request is a CORS preflight, which a browser sends before a cross-origin request. */
export const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * Allows every origin: the token decides what a caller may do, never the origin (docs/wire/auth.md#transport,
 * docs/wire/rest.md#description).
 */
export const allowAllOrigins = fp<Options>(async function allowAllOrigins(app: FastifyInstance, options) {
  await app.register(cors, {
    preflightContinue: options.answersOptions === true,
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    // Requested headers are allowed unchanged, because new versions of the client add some.
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
  'Retry-After',
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

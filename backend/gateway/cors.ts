import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Any site may call: what a caller may do is decided by its token, never by its origin (auth.md §1, rest.md §18). */
export const openToAllOrigins = fp(async function openToAllOrigins(app: FastifyInstance) {
  await app.register(cors, {
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
  'X-Supabase-Api-Version',
  'X-Total-Count',
]

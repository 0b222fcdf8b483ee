/** Requires no token, as config.toml says. */
export default {
  fetch(request: Request): Response {
    return Response.json({ token: request.headers.get('authorization') })
  },
}

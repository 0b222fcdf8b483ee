/** For HEALTHCHECK: exits with 0 while GET /health is successful. The image has no curl. */
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/health`, { signal: AbortSignal.timeout(2_500) }).catch(
  () => undefined,
)
process.exit(answer?.ok ? 0 : 1)

// Lines of the log about a database that does not answer.

export const DATABASE_SILENT =
  'PostgreSQL no contesta: las solicitudes reciben 503 y se le pregunta dos veces por segundo.'
export const DATABASE_ANSWERS = 'PostgreSQL contesta de nuevo.'

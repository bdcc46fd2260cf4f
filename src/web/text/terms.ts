/** The beta terms. Each section: heading and paragraphs. */
export const termsText = {
  title: 'Términos y condiciones',
  updated: 'Última actualización: 31 de marzo de 2025',
  back: 'Volver al inicio',
  sections: [
    {
      heading: '1. Versión beta',
      body: 'Acarreo se ofrece en versión beta. Las funciones pueden cambiar y el servicio puede interrumpirse mientras se mejora. Úselo como apoyo a su operación, no como único registro de ella.',
    },
    {
      heading: '2. Acceso',
      body: 'Cada cuenta es personal. Usted responde por lo que se registre con su usuario y debe cuidar su contraseña. Las cuentas desactivadas no pueden entrar; sus datos se conservan durante 30 días.',
    },
    {
      heading: '3. Usos prohibidos',
      body: 'No está permitido registrar operaciones falsas, entrar en cuentas ajenas, extraer datos de otros usuarios ni usar el servicio para fines ilícitos.',
    },
    {
      heading: '4. Funciones premium',
      body: 'Cada supervisor nuevo tiene 30 días de prueba con las funciones premium. Después, el administrador puede activarlas; durante la transición, una función premium por semana puede ofrecerse sin costo, por rotación.',
    },
    {
      heading: '5. Datos',
      body: 'Se guardan los datos de su cuenta, las operaciones, sus horas y, si el operador lo permite en su teléfono, la posición en el momento de cada evento. Un supervisor ve solo los datos de sus propios operadores. No se venden datos a terceros.',
    },
    {
      heading: '6. Supervisores y operadores',
      body: 'El supervisor debe informar a sus operadores de que su actividad se registra. El operador no debe usar el teléfono mientras conduce: registre cada paso con el vehículo detenido.',
    },
    {
      heading: '7. Propiedad intelectual y responsabilidad',
      body: 'El programa y su marca pertenecen a sus autores; los datos de la operación, a quien los registra. En la medida que la ley lo permite, no se responde por pérdidas derivadas del uso de una versión beta.',
    },
    {
      heading: '8. Cambios, terminación y ley aplicable',
      body: 'Los cambios a estos términos se publican en esta página con su fecha. Usted puede dejar de usar el servicio cuando quiera. Rigen las leyes de los Estados Unidos Mexicanos.',
    },
    {
      heading: '9. Soporte',
      body: 'Dudas y solicitudes sobre sus datos: soporte@acarreo.mx.',
    },
  ],
} as const

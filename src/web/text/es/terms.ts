interface TermsSection {
  /** Names the section in the address: links to it must keep working. */
  id: string
  heading: string
  /** Each a paragraph, or points under one another. `{email}` stands for the support address. */
  blocks: readonly (string | readonly string[])[]
}

const sections: readonly TermsSection[] = [
  {
    id: 'version-beta',
    heading: 'Versión beta',
    blocks: [
      'Acarreo es un servicio en línea para registrar y seguir el movimiento de contenedores entre el puerto y los parques logísticos. Se ofrece en versión beta: funciona y se usa en operaciones reales, pero todavía cambia.',
      'Mientras dure la beta, podemos agregar, modificar o retirar funciones, e interrumpir el servicio para darle mantenimiento. Procuramos avisar con anticipación y fuera de las horas de mayor movimiento.',
      'Use Acarreo como apoyo a su operación. No sustituye los documentos que la ley exige para el transporte, como la carta porte, ni los registros fiscales, aduaneros o de tiempos de conducción.',
    ],
  },
  {
    id: 'acceso',
    heading: 'Acceso y cuentas',
    blocks: [
      'Para usar Acarreo necesita una cuenta de supervisor o de operador. Una cuenta de supervisor la crea usted mismo, o el administrador de la plataforma cuando el registro está cerrado. Una cuenta de operador la crea su supervisor o se abre con la invitación que él le envía. Quien es operador también puede registrarse por su cuenta cuando el registro está abierto: esa cuenta no pertenece a ningún supervisor, y ninguno ve sus operaciones.',
      [
        'La cuenta es personal: no la preste ni la comparta.',
        'Los datos con que se registra deben ser verdaderos y estar al día, en especial su correo: ahí llega el enlace para recuperar la contraseña.',
        'Usted responde por lo que se registre con su usuario. Si cree que alguien más conoce su contraseña, cámbiela de inmediato y avísenos.',
        'Debe tener capacidad legal para contratar y, si actúa por una empresa, facultades para hacerlo en su nombre.',
      ],
      'El administrador puede desactivar una cuenta. Una cuenta desactivada no puede entrar y sus sesiones se cierran; sus datos se conservan durante 30 días.',
    ],
  },
  {
    id: 'usos-prohibidos',
    heading: 'Usos prohibidos',
    blocks: [
      'Al usar Acarreo se compromete a no:',
      [
        'registrar operaciones, horas o posiciones falsas, ni hacerlo en nombre de otra persona;',
        'entrar o intentar entrar en cuentas o datos ajenos, ni probar contraseñas, claves o enlaces que no le pertenecen;',
        'publicar o entregar enlaces de seguimiento a quien no deba conocer la carga, su posición o su destino;',
        'extraer datos de forma masiva o automatizada sin nuestra autorización por escrito;',
        'sobrecargar el servicio, eludir sus límites o introducir programas dañinos;',
        'usar el servicio para planear, facilitar u ocultar un robo, un contrabando o cualquier otro acto ilícito.',
      ],
      'El incumplimiento puede llevar a la desactivación inmediata de la cuenta y, cuando proceda, a dar aviso a las autoridades.',
    ],
  },
  {
    id: 'transicion-premium',
    heading: 'Transición a premium',
    blocks: [
      'Cada supervisor nuevo recibe 30 días de prueba con todas las funciones premium: operaciones en tiempo real, indicadores, historial de eventos, vista completa y enlaces compartidos.',
      'Al terminar la prueba, estas funciones se bloquean hasta que el administrador las active de nuevo. La gestión de operadores y el registro de viajes siguen disponibles: ningún viaje deja de registrarse porque la prueba haya terminado, y lo registrado vuelve a verse al activar premium.',
      'Durante la beta no se hace ningún cargo automático. Los precios y las condiciones de pago de premium se informarán antes de que se apliquen, y nada se cobra sin su aceptación expresa.',
    ],
  },
  {
    id: 'rotacion-semanal',
    heading: 'Rotación semanal de una función premium',
    blocks: [
      'Después del periodo de prueba podemos abrir cada semana, sin costo y por rotación, una de las funciones premium, para que los supervisores sin premium la conozcan.',
      'La función de la semana y su duración las elegimos nosotros. Al terminar la semana vuelve a bloquearse. Esta rotación es una cortesía: no crea un derecho a seguir usando la función ni a que se ofrezca en una semana determinada.',
    ],
  },
  {
    id: 'datos',
    heading: 'Política de datos',
    blocks: [
      'Tratamos sus datos conforme a la legislación mexicana de protección de datos personales en posesión de los particulares. Guardamos lo que hace falta para prestar el servicio:',
      [
        'de su cuenta: usuario, nombre, correo y teléfono si los proporciona, tipo de cuenta y la contraseña, que se guarda transformada de modo que nadie puede leerla;',
        'de cada operación: número de contenedor, tipo de operación, pasos, paradas y sus horas;',
        'la posición del teléfono solo en el momento de registrar cada evento y solo si el operador lo permite; Acarreo no sigue al operador entre un evento y otro;',
        'de la seguridad: quién cambió qué, cuándo y desde qué dirección de red.',
      ],
      'Un supervisor ve únicamente los datos de sus propios operadores. El operador ve su propia operación. Quien tiene un enlace de seguimiento ve la operación de ese enlace, y quien tiene el de un expediente de estadía, ese expediente; quien solo conoce el número de un contenedor no ve, de manera predeterminada, ni al conductor ni su posición.',
      'No vendemos sus datos ni los usamos para publicidad. Los compartimos solo con quienes nos ayudan a operar el servicio, bajo deber de confidencialidad, o cuando una autoridad competente lo ordena.',
      'Al eliminar a un operador, sus operaciones quedan en el historial de su supervisor. Al eliminar a un supervisor se retiran sus operadores, operaciones y eventos; puede conservarse una copia de archivo durante el tiempo que la ley exija o permita.',
      'Usted puede acceder a sus datos, rectificarlos, cancelarlos u oponerse a su tratamiento (derechos ARCO) escribiendo a {email}. El navegador guarda una cookie de sesión, necesaria para mantenerlo dentro, y otra que reconoce este dispositivo cuando vuelve a entrar; no usamos cookies de terceros.',
    ],
  },
  {
    id: 'propiedad-intelectual',
    heading: 'Propiedad intelectual',
    blocks: [
      'El programa, su diseño, sus textos y la marca Acarreo pertenecen a sus titulares. Se le concede un permiso personal, no exclusivo, no transferible y revocable para usar el servicio conforme a estos términos.',
      'Los datos de su operación son suyos. Nos permite guardarlos, respaldarlos y procesarlos con el único fin de prestarle el servicio y de obtener estadísticas en las que nadie pueda ser identificado.',
      'Si nos envía sugerencias, podemos aprovecharlas para mejorar el servicio sin que eso genere una obligación de pago.',
    ],
  },
  {
    id: 'responsabilidad',
    heading: 'Responsabilidad',
    blocks: [
      'El servicio se presta tal como está y según su disponibilidad, sin garantía de que funcione sin interrupciones ni errores. Las horas, distancias e indicadores se calculan con lo que se registra: si un paso se registra tarde, sin señal o sin posición, el resultado lo refleja.',
      'En la medida en que la ley lo permite, no respondemos por pérdidas de mercancía, demoras, estadías, multas, lucro cesante ni otros daños indirectos que deriven del uso o de la falta de disponibilidad del servicio.',
      'Nada en estos términos limita la responsabilidad por dolo o mala fe, ni los derechos que las leyes reconocen de manera irrenunciable.',
    ],
  },
  {
    id: 'soporte',
    heading: 'Soporte',
    blocks: [
      'Durante la beta damos soporte por correo electrónico, en español y en días hábiles. Procuramos responder en el transcurso del siguiente día hábil; ese plazo es un propósito y no una obligación.',
      'Al escribir, indique su usuario, qué intentaba hacer y a qué hora. Nunca le pediremos su contraseña ni un enlace de recuperación: no los envíe a nadie.',
    ],
  },
  {
    id: 'cambios',
    heading: 'Cambios a estos términos',
    blocks: [
      'Podemos modificar estos términos. La versión vigente es siempre la de esta página, con la fecha de su última actualización. Los cambios importantes se avisan dentro del servicio o por correo antes de que entren en vigor.',
      'Si continúa usando Acarreo después de esa fecha, acepta los cambios. Si no está de acuerdo, deje de usar el servicio y solicite la cancelación de su cuenta.',
    ],
  },
  {
    id: 'terminacion',
    heading: 'Terminación',
    blocks: [
      'Usted puede dejar de usar Acarreo cuando quiera y pedir la cancelación de su cuenta. Antes de hacerlo, puede descargar su historial si tiene abierta esa función, o pedirnos una copia de sus datos.',
      'Podemos suspender o terminar su acceso si incumple estos términos, si su uso pone en riesgo a otras personas o al servicio, o si dejamos de ofrecerlo. En este último caso avisaremos con al menos 30 días de anticipación, salvo que la ley o la seguridad lo impidan.',
      'Las disposiciones sobre datos, propiedad intelectual, responsabilidad y ley aplicable siguen vigentes después de la terminación.',
    ],
  },
  {
    id: 'ley-aplicable',
    heading: 'Ley aplicable',
    blocks: [
      'Estos términos se rigen por las leyes de los Estados Unidos Mexicanos. Antes de acudir a un tribunal, las partes procurarán resolver de buena fe cualquier diferencia en un plazo de 30 días.',
      'Para lo que no se resuelva así, las partes se someten a los tribunales competentes de los Estados Unidos Mexicanos, sin perjuicio de los derechos que correspondan al usuario ante las autoridades de protección al consumidor.',
      'Si alguna disposición resultara inválida, las demás conservan su validez.',
    ],
  },
  {
    id: 'contacto',
    heading: 'Contacto de soporte',
    blocks: ['Dudas, avisos de seguridad y solicitudes sobre sus datos: {email}.'],
  },
  {
    id: 'supervisores',
    heading: 'Términos adicionales para supervisores',
    blocks: [
      'Además de lo anterior, quien usa una cuenta de supervisor:',
      [
        've y administra únicamente los datos de sus propios operadores, y no intentará obtener los de otros supervisores;',
        'informa a sus operadores, antes de que empiecen, de que su actividad y la posición de cada evento se registran y para qué;',
        'cuenta con la relación o la autorización que la ley exige para tratar los datos de sus operadores, y los usa solo para la operación;',
        'crea cuentas e invitaciones solo para personas de su operación, dentro del límite que tenga asignado, y las retira cuando dejan de trabajar con él;',
        'comparte enlaces de seguimiento solo con quien deba conocer la carga, y sabe que quien tiene el enlace ve la operación sin necesidad de una cuenta;',
        'no usa los tiempos e indicadores para exigir que se conduzca con exceso de velocidad o sin los descansos que la ley establece.',
      ],
    ],
  },
  {
    id: 'operadores',
    heading: 'Términos adicionales para operadores',
    blocks: [
      'Además de lo anterior, quien usa una cuenta de operador:',
      [
        'no usa el teléfono mientras conduce: registra cada paso con el vehículo detenido y en un lugar seguro;',
        'registra los pasos cuando ocurren y sin inventarlos; si un paso se registró por error, avisa a su supervisor;',
        'sabe que su supervisor ve sus operaciones, sus paradas y, si lo permite en su teléfono, la posición de cada evento;',
        'puede negar el permiso de ubicación en su teléfono: el registro funciona igual, sin posición;',
        'respeta la señalización y los reglamentos del puerto y del parque, que prevalecen sobre lo que indique la pantalla.',
      ],
      'Acarreo no modifica la relación de trabajo o de servicios entre el operador y su supervisor o su empresa.',
    ],
  },
]

export const terms = {
  title: 'Términos y condiciones',
  updated: 'Última actualización: 31 de marzo de 2025',
  intro:
    'Al crear una cuenta o usar Acarreo usted acepta estos términos. Léalos completos: dicen qué puede esperar del servicio, qué se registra de usted y quién lo ve.',
  contents: 'Contenido',
  print: 'Imprimir',
  back: 'Volver al inicio',
  /** Stands where the address belongs until it is known. */
  supportUnknown: 'el correo de soporte de la plataforma',
  sections,
} as const

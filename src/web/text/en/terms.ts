import type * as es from '../es/terms.ts'
import type { Words } from '../words.ts'

/** A courtesy: the Spanish text is the one that binds, and the first sentence says so. */
export const terms: Words<typeof es.terms> = {
  title: 'Terms and conditions',
  updated: 'Last updated: 31 March 2025',
  intro:
    'This translation is a courtesy: the Spanish text is the binding one. By creating an account or using Acarreo you accept these terms. Read all of them: they say what you can expect of the service, what is recorded about you and who sees it.',
  contents: 'Contents',
  print: 'Print',
  back: 'Back to the beginning',
  supportUnknown: 'the support address of the platform',
  sections: [
    {
      id: 'version-beta',
      heading: 'Beta version',
      blocks: [
        'Acarreo is an online service to record and follow the movement of containers between the port and logistics parks. It is offered as a beta version: it works and is used in real operations, but it is still changing.',
        'While the beta lasts, we may add, change or remove functions, and interrupt the service for maintenance. We try to announce it and to choose quiet hours.',
        'Use Acarreo to support your operation. It replaces neither the documents that the law requires for transport, such as the carta porte, nor tax, customs or driving-time records.',
      ],
    },
    {
      id: 'acceso',
      heading: 'Access and accounts',
      blocks: [
        'To use Acarreo you need an account as a supervisor or as an operator. You create a supervisor account yourself, or the administrator of the platform does when registration is closed. An operator account is created by their supervisor or opened with the invitation that the supervisor sends. Operators may also register by themselves when registration is open: such an account belongs to no supervisor, and none sees its operations.',
        [
          'The account is personal: do not lend or share it.',
          'The data with which you register must be true and up to date, above all your e-mail address: that is where the link to recover your password goes.',
          'You answer for what is recorded with your username. If you believe that somebody else knows your password, change it at once and tell us.',
          'You must be legally able to enter into a contract and, if you act for a company, entitled to do so in its name.',
        ],
        'The administrator may deactivate an account. A deactivated account cannot log in and its sessions end; its data is kept for 30 days.',
      ],
    },
    {
      id: 'usos-prohibidos',
      heading: 'Prohibited uses',
      blocks: [
        'By using Acarreo you undertake not to:',
        [
          'record false operations, times or positions, nor do so in the name of another person;',
          "enter or try to enter other people's accounts or data, nor try passwords, keys or links that are not yours;",
          'publish tracking links or hand them to anyone who should not know the cargo, its position or its destination;',
          'extract data in bulk or automatically without our written authorization;',
          'overload the service, get around its limits or introduce harmful programs;',
          'use the service to plan, help or hide a theft, smuggling or any other unlawful act.',
        ],
        'A breach may lead to the immediate deactivation of the account and, where appropriate, to a notice to the authorities.',
      ],
    },
    {
      id: 'transicion-premium',
      heading: 'Transition to premium',
      blocks: [
        'Each new supervisor receives a 30-day trial with all premium features: real-time operations, key figures, history of events, full view and shared links.',
        'When the trial ends, these features are locked until the administrator activates them again. Managing operators and recording trips stay available: no trip goes unrecorded because the trial has ended, and what was recorded is shown again when premium is activated.',
        'During the beta nothing is charged automatically. Prices and payment conditions of premium will be announced before they apply, and nothing is charged without your express acceptance.',
      ],
    },
    {
      id: 'rotacion-semanal',
      heading: 'Weekly rotation of one premium feature',
      blocks: [
        'After the trial we may open one of the premium features each week, free of charge and in rotation, so that supervisors without premium get to know it.',
        'We choose the feature of the week and its duration. When the week ends it is locked again. This rotation is a courtesy: it creates no right to go on using the feature, nor to have it offered in a given week.',
      ],
    },
    {
      id: 'datos',
      heading: 'Data policy',
      blocks: [
        'We process your data in accordance with Mexican law on the protection of personal data held by private parties. We keep what is needed to provide the service:',
        [
          'of your account: username, name, e-mail address and phone if you give them, kind of account, and the password, which is stored transformed so that nobody can read it;',
          'of each operation: container number, type of operation, steps, stops and their times;',
          'the position of the phone only at the moment of recording each event and only if the operator allows it; Acarreo does not follow the operator between one event and the next;',
          'for security: who changed what, when and from which network address.',
        ],
        'A supervisor sees only the data of their own operators. The operator sees their own operation. A tracking link shows the operation of that link. A link to an evidence pack shows that pack. The number of a container alone shows, by default, neither the driver nor their position.',
        'We do not sell your data nor use it for advertising. We share it only with those who help us to run the service, under a duty of confidentiality, or when a competent authority orders it.',
        "When an operator is deleted, their operations stay in their supervisor's history. When a supervisor is deleted, their operators, operations and events are removed; an archive copy may be kept for as long as the law requires or allows.",
        'You may access your data, correct it, cancel it or object to its processing (ARCO rights) by writing to {email}. The browser keeps a session cookie, needed to keep you logged in, and another that recognizes this device when you log in again; we use no third-party cookies.',
      ],
    },
    {
      id: 'propiedad-intelectual',
      heading: 'Intellectual property',
      blocks: [
        'The program, its design, its texts and the Acarreo brand belong to their owners. You are granted a personal, non-exclusive, non-transferable and revocable permission to use the service in accordance with these terms.',
        'The data of your operation is yours. You allow us to store, back up and process it for the sole purpose of providing the service to you and of obtaining statistics in which nobody can be identified.',
        'If you send us suggestions, we may use them to improve the service without any obligation to pay.',
      ],
    },
    {
      id: 'responsabilidad',
      heading: 'Liability',
      blocks: [
        'The service is provided as it is and as available, with no guarantee that it works without interruptions or errors. Times, distances and figures are calculated from what is recorded: if a step is recorded late, without signal or without a position, the result reflects it.',
        'As far as the law allows, we are not liable for loss of goods, delays, detention, fines, loss of profit or other indirect damage arising from the use of the service or from its unavailability.',
        'Nothing in these terms limits liability for wilful misconduct or bad faith, nor the rights that the law grants and that cannot be waived.',
      ],
    },
    {
      id: 'soporte',
      heading: 'Support',
      blocks: [
        'During the beta we give support by e-mail, in Spanish and on working days. We try to answer in the course of the next working day; that is an aim and not an obligation.',
        'When you write, give your username, what you were trying to do and at what time. We will never ask you for your password or for a recovery link: do not send them to anyone.',
      ],
    },
    {
      id: 'cambios',
      heading: 'Changes to these terms',
      blocks: [
        'We may change these terms. The version in force is always the one on this page, with the date of its last update. Important changes are announced in the service or by e-mail before they take effect.',
        'If you go on using Acarreo after that date, you accept the changes. If you do not agree, stop using the service and ask for your account to be cancelled.',
      ],
    },
    {
      id: 'terminacion',
      heading: 'Termination',
      blocks: [
        'You may stop using Acarreo whenever you like and ask for your account to be cancelled. Before that you can download your history, if that feature is open to you, or ask us for a copy of your data.',
        'We may suspend or end your access if you breach these terms, if your use puts other people or the service at risk, or if we stop offering it. In the last case we will give at least 30 days of notice, unless the law or security prevent it.',
        'The provisions on data, intellectual property, liability and governing law stay in force after termination.',
      ],
    },
    {
      id: 'ley-aplicable',
      heading: 'Governing law',
      blocks: [
        'These terms are governed by the laws of the United Mexican States. Before going to court, the parties will try in good faith to settle any difference within 30 days.',
        'For whatever is not settled in that way, the parties submit to the competent courts of the United Mexican States, without prejudice to the rights that the user has before the consumer protection authorities.',
        'If any provision should be invalid, the others stay valid.',
      ],
    },
    {
      id: 'contacto',
      heading: 'Support contact',
      blocks: ['Questions, security notices and requests about your data: {email}.'],
    },
    {
      id: 'supervisores',
      heading: 'Additional terms for supervisors',
      blocks: [
        'In addition to the above, whoever uses a supervisor account:',
        [
          'sees and manages only the data of their own operators, and will not try to obtain that of other supervisors;',
          'tells their operators, before they begin, that their activity and the position of each event are recorded and what for;',
          'has the relationship or the authorization that the law requires to process the data of their operators, and uses it for the operation alone;',
          'creates accounts and invitations only for people of their operation, within the limit assigned to them, and withdraws them when those people stop working with them;',
          'shares tracking links only with those who should know the cargo, and knows that whoever has the link sees the operation without needing an account;',
          'does not use times and figures to demand driving too fast or without the rests that the law establishes.',
        ],
      ],
    },
    {
      id: 'operadores',
      heading: 'Additional terms for operators',
      blocks: [
        'In addition to the above, whoever uses an operator account:',
        [
          'does not use the phone while driving: records each step with the vehicle stopped and in a safe place;',
          'records the steps when they happen and without inventing them; if a step was recorded by mistake, tells their supervisor;',
          'knows that their supervisor sees their operations, their stops and, if they allow it on their phone, the position of each event;',
          'may deny location permission on their phone: recording works all the same, without a position;',
          'obeys the signs and rules of the port and of the park, which prevail over what the screen says.',
        ],
        'Acarreo does not change the work or service relationship between the operator and their supervisor or company.',
      ],
    },
  ],
}

/** Which commands stand together on a console; one that stands nowhere is among the others. */
export type Family = { name: string; commands: string[] };

/** What may have gone wrong, in the order in which people think of it. */
export const TROUBLES: Family[] = [
  {
    name: 'card',
    commands: [
      'pull_card', 'find_face_up', 'correct_card', 'expose_held', 'sweep_held', 'put_back',
      'drop_cards', 'confirm_picked_up', 'find_card', 'run_out', 'order_face_check', 'check_packs',
    ],
  },
  {
    name: 'order',
    commands: [
      'report_error', 'rebuild_coup', 'confirm_cards', 'report_mispass', 'report_missed',
      'play_on', 'take_back_cards',
    ],
  },
  {
    name: 'money',
    commands: [
      'find_mispayment', 'enquire_mispayment', 'cure_mispayment', 'wrong_scale', 'find_invalid',
      'claim_wager', 'look_back',
    ],
  },
  {
    name: 'device',
    commands: [
      'device_fault', 'device_ready', 'shuffle_rest', 'cut_rest', 'choose_stakes', 'report_scan',
      'confirm_result', 'report_display',
    ],
  },
  { name: 'person', commands: ['report_incident', 'raise_dispute'] },
  { name: 'void', commands: ['void_coup', 'invalidate_result', 'void_shoe', 'remove_cards'] },
];

const WRONG = new Set(TROUBLES.flatMap((one) => one.commands));

/** Whether a command is for something that went wrong. */
export function isTrouble(name: string): boolean {
  return WRONG.has(name);
}

/** What a supervisor may do, by what it is about. */
export const POWERS: Family[] = [
  {
    name: 'limits',
    commands: [
      'post_notice', 'change_sign', 'agree_limits', 'withdraw_limits', 'reduce_wagers',
      'hand_back_latest', 'look_back', 'link_patrons', 'restrict_offer',
    ],
  },
  {
    name: 'coup',
    commands: [
      'direct_no_bet', 'void_coup', 'rebuild_coup', 'correct_card', 'confirm_cards',
      'report_error', 'invalidate_result', 'confirm_result', 'wrong_scale', 'report_display',
      'report_scan', 'report_mispass', 'report_missed', 'run_out', 'change_method',
      'direct_turning', 'relax_lock', 'approve_both_hands', 'take_back_cards', 'no_more_bets',
      'nominate_turner', 'play_on',
    ],
  },
  {
    name: 'settling',
    commands: [
      'find_mispayment', 'enquire_mispayment', 'cure_mispayment', 'raise_dispute',
      'rule_on_dispute', 'request_review', 'close_dispute', 'record_decision', 'find_invalid',
      'refuse_wager', 'void_wagers',
    ],
  },
  {
    name: 'people',
    commands: [
      'report_incident', 'bar_patron', 'exclude_patron', 'detain', 'hand_over', 'ask_to_vacate',
      'limit_patrons', 'join', 'leave', 'change_seat', 'buy_chips', 'cash_out',
    ],
  },
  {
    name: 'cards',
    commands: [
      'order_card_check', 'order_shuffle', 'order_face_check', 'verify_cards', 'check_packs',
      'find_card', 'replace_cards', 'sign_off_cards', 'void_shoe', 'remove_cards', 'drop_cards',
      'confirm_picked_up', 'manual_shuffle', 'riffle', 'burn', 'cut', 'device_fault',
      'device_ready', 'shuffle_rest', 'cut_rest', 'attest',
    ],
  },
  {
    name: 'table',
    commands: [
      'open_table', 'close_table', 'sign_on', 'sign_off', 'switch_cash', 'adopt_rulebook',
      'record_approval', 'tell', 'display_sign', 'show_rules', 'fill_float', 'credit_float',
      'count_float',
    ],
  },
];

/** What a director may do, by what it is about. */
export const DIRECTS: Family[] = [
  {
    name: 'entry',
    commands: [
      'set_conditions', 'supplement_conditions', 'file_approval', 'publish_conditions',
      'require_agreement', 'give_conditions', 'explain_conditions', 'sign_application', 'apply',
      'check_eligibility', 'accept_entry', 'refuse_entry', 'withdraw_entry', 'pay_fee',
      'refund_fee', 'cancel_tournament', 'seat_reserve', 'admit_to_secondary',
      'advance_from_secondary', 'pay_buy_in', 'pay_buy_back', 'let_device_in',
    ],
  },
  {
    name: 'session',
    commands: [
      'appoint_lead', 'attend', 'step_away', 'designate_table', 'set_table_size', 'commit_ballot',
      'draw_ballot', 'allocate_seats', 'set_seating_time', 'move_start', 'take_seat',
      'mark_absent', 'order_deduction', 'nominate_substitute', 'approve_substitute',
      'begin_session', 'call_break', 'finish_early', 'end_session',
    ],
  },
  {
    name: 'play',
    commands: [
      'set_starting_marker', 'ask_wager', 'remove_early_wager', 'alter_wager', 'make_up_wager',
      'play_pass_card', 'announce_time_limit', 'set_time_limit', 'direct_pace',
      'hold_to_minimum', 'place_indicator', 'show_indicator', 'move_limits', 'hand_in_form',
      'examine_form', 'announce_forms', 'place_form', 'ask_form', 'undo_step',
    ],
  },
  {
    name: 'placing',
    commands: [
      'set_advancing', 'order_chip_count', 'count_chips', 'order_play_off', 'reinstate',
      'confirm_placings', 'award_prizes', 'pay_prize', 'pay_prizes', 'add_value', 'retain_fees',
      'stock_chips', 'return_chips', 'close_tournament',
    ],
  },
  {
    name: 'conduct',
    commands: [
      'report_breach', 'rule_on_breach', 'disqualify', 'dispute_rules', 'settle_dispute',
    ],
  },
];

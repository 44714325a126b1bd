/** Positions that the cases ask about; each is legal in all variants. */

export const START = 'startpos';
/** Rook against king, no pawns: turns without a push, for long and for drawn games. */
export const ROOK_ENDING = 'fen 7k/8/8/8/8/8/8/KR6 w - - 0 1';
/** ... a quiet turn from the fifty-move draw, and beyond it. */
export const NEARLY_FIFTY = 'fen 7k/8/8/8/8/8/8/KR6 w - - 99 80';
export const BEYOND_FIFTY = 'fen 7k/8/8/8/8/8/8/KR6 w - - 100 80';
/** ... for the third time. */
export const THREEFOLD = `${ROOK_ENDING} moves b1b2 h8h7 b2b1 h7h8 b1b2 h8h7 b2b1 h7h8`;
/** White mates with the rook. */
export const MATE_IN_ONE = 'fen 6k1/8/6K1/8/8/8/8/R7 w - - 0 1';
/** Black is mated, cannot move though not in check, could take the king, has lost to a choice made. */
export const MATED = 'fen R5k1/8/6K1/8/8/8/8/8 b - - 0 1';
export const STALEMATED = 'fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';
export const SELF_CHECKED = 'fen 4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1';
/** Black's pawn has been pushed to a1 and gives check as a queen or a rook. */
export const WINNING_CHOICE = 'fen 7k/8/8/8/8/8/8/p5K1 b - - 0 1';
/** White's king has one square to go to, no other turn. */
export const ONE_TURN = 'fen 7k/8/8/8/8/8/4q3/7K w - - 0 1';
/** A quiet middle game in which every side has much to think about. */
export const MIDDLE = 'fen r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6';
/** The same with Black to move. */
export const MIDDLE_BLACK = MIDDLE.replace(' w ', ' b ');

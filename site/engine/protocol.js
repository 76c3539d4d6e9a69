// The wire between page and worker, listed in this one place. py/qkv/bridge.py answers what is marked "Python".
//
//   page → worker    {type: "start", runtime, interpreter}     {file: bytes}, bytes unpacked: load Python, once for all pages
//                    {type: "leave"}                           this page goes
//                    {id, request}                             request: JSON text, one of the questions below
//   worker → page    {type: "progressed", stage, done, total}  stage: interpreter, packages or import; bytes
//                    {type: "ready", pyodide, python, numpy, interpreter}   versions; the file that the interpreter came as
//                    {type: "crashed", id: null, name, message, stack, file}   Python did not start
//                    {id, reply}                               reply: JSON text, as Python wrote it
//                    {id, reply: {type: "crashed", …}}         Python failed at that request: ours
//
//   questions        compute  {state}                          Python
//                    elaborate {state}                         Python: what stands around the matrices
//                    explain  {state, head, matrix, row, column}   Python
//                    verify   {state}                          Python
//                    fill     {state, matrix, kind, row, vector}   Python
//                    copy     {state, matrix, form}            Python
//                    judge    {state, exercise, answer}        Python
//                    run      {state}                          Python
//                    export   {state, form}                    Python
//                    read     {text}                           Python
//                    experiment {d_k, seed}                    Python
//   replies          computed | elaborated | explained | verified | filled | copied | judged | ran | exported | read
//                             | experimented   {…}
//                    rejected   {problems}                     the reader's mistake, with every problem
//
// Every question has an id and gets exactly one reply with it.

const WITHOUT_STATE = ["read", "experiment"];

/** Whether a question is about the state. */
export const isAboutState = ({ type }) => !WITHOUT_STATE.includes(type);

/** A question as it crosses: written once, by the page. */
export const packed = (message) => ({ id: message.id, request: JSON.stringify(message) });

/** A reply as the page reads it: parsed once, where Python wrote it. */
export const unpacked = (reply) => (typeof reply === "string" ? JSON.parse(reply) : reply);

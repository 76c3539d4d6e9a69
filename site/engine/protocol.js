// The wire between page and worker, listed in this one place. py/qkv/bridge.py answers what is marked "Python".
//
//   page → worker    start    {runtime, interpreter}           {file: bytes}, bytes unpacked: load Python, once for all pages connected
//                    compute  {id, state}                      Python
//                    elaborate {id, state}                     Python: what stands around the matrices
//                    explain  {id, state, matrix, row, column} Python
//                    verify   {id, state}                      Python
//                    fill     {id, state, matrix, kind, row, vector}   Python
//                    copy     {id, state, matrix, form}        Python
//                    read     {id, text}                       Python
//                    judge    {id, state, exercise, answer}    Python
//                    experiment {id, d_k, seed}                Python
//                    run      {id, state}                      Python
//                    export   {id, state, form}                Python
//   worker → page    progressed {stage, done, total}           stage: interpreter, packages or import; bytes
//                    ready      {pyodide, python, numpy, interpreter}   three versions; the file that the interpreter came as
//                    computed | elaborated | explained | verified | filled | copied | read
//                             | judged | experimented | ran | exported   {id, …}
//                    rejected   {id, problems}                 the reader's mistake, with every problem
//                    crashed    {id | null, name, message, stack, file}   ours; id null: Python did not start
//
// Every request gets exactly one reply with its id. Replies of Python travel as the JSON text that it wrote.

export const read = (data) => (typeof data === "string" ? JSON.parse(data) : data);

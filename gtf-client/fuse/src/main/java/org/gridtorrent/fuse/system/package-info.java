/**
 * Linux specifics: system calls by the foreign-function API, mounting and unmounting, the device {@code
 * /dev/fuse}. Knows nothing of messages. 64-bit Linux only.
 */
@NullMarked
package org.gridtorrent.fuse.system;

import org.jspecify.annotations.NullMarked;

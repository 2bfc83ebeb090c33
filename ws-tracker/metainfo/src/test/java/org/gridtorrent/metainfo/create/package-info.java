/** Tests of creating metainfo from files. */
@NullMarked
package org.gridtorrent.metainfo.create;

import org.jspecify.annotations.NullMarked;

/**
 * What people want to be told of, whom news concern, and machines that get at once what is new.
 */
@NullMarked
package org.gridtorrent.catalog.subscription;

import org.jspecify.annotations.NullMarked;

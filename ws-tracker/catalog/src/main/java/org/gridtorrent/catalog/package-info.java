/**
 * Users, groups, devices, contents, access and tasks: the one place that knows the database. Pages
 * and tracker meet here and nowhere else. What one may not know of and what does not exist get the
 * same answer, an empty {@code Optional}.
 */
@NullMarked
package org.gridtorrent.catalog;

import org.jspecify.annotations.NullMarked;
